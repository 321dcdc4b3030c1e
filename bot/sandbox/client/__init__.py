"""The user side: what the page and the tests may see and do."""
