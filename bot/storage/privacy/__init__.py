"""What people and servers have a right to: everything about them written out, or deleted for good."""
