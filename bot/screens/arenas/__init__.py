"""The screens of an arena: the standing, the poster at its end, and what one person is told."""
