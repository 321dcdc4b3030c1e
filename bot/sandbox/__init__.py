"""A local Discord on loopback: gateway, REST and a page that looks like a chat client."""
