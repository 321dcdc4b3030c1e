"""What is done to the whole database: old matches counted, everything checked, a made-up past."""
