"""What people have played so far: lists, pages of persons, ratings over time."""
