"""Discord around the bot: its clock, its errors, its channels and threads, and how to keep its limits."""
