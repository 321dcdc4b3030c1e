"""How tables are opened anew."""
