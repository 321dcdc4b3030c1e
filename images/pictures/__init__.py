"""The pictures, one module each: a scene in, a painted canvas out."""
