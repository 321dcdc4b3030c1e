"""The screens of records: lists, pages of persons, ratings over time."""
