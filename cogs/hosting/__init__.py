"""What every command, press and page is served with: the presenter, the services, and a table's place."""
