"""Work on the whole database: counting old matches, checking everything, inventing a past."""
