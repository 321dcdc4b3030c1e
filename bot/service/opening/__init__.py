"""How tables are opened, sealed, and opened anew."""
