"""The tools of every picture: the canvas, its shapes, sprites, faces and colours."""
