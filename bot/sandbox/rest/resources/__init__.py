"""The REST routes, one module a resource."""
