"""Children of the tests, started from a server that has imported everything; and a database server."""
