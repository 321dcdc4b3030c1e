"""What every picture is drawn with: the canvas, its shapes, sprites, faces and colours."""
