"""The services of every command, press and page: the presenter, the services, and a table's place."""
