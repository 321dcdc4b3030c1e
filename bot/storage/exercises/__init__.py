"""What a person plays or solves alone: deals of the day, problems."""
