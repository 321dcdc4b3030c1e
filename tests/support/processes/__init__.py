"""Children of the tests: started from a server that has imported everything already."""
