"""Pictures: a frozen scene in, bytes out. Knows nothing of Discord, storage or the clock.

A new picture needs two things of this package. Its scene in `scene/` is a class that derives from
`common.Scene`. A module of `pictures/` has a function registered by `painting.paint` there. The layout is
computed there too or, where it is long or shared, in `layouts/`. Nothing lists the pictures: the folder is
read.
"""

from __future__ import annotations

from images.scene.common import Scene


def draw(scene: Scene) -> bytes:
    """The PNG of a scene, of one that moves an animated GIF; the same bytes in any thread."""
    # Pillow and every picture are loaded here: code that needs only scenes, names or fonts waits for neither.
    from images import pictures  # noqa: PLC0415

    return pictures.draw(scene)
