"""Prints NOTICE: under which licences the libraries of a folder come. `python3 .ci/notice.py SITE-PACKAGES`.

`.ci/lock` gives it the libraries of the image. Everything here is what each library says of itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions

HEAD = """\
The libraries in the image of koikoi, and under which licences they come. Made by .ci/lock: do not edit.

Each entry repeats what the library says of itself. The texts of the licences lie in the image: the paths
begin in /opt/koikoi/lib/python3.*/site-packages. Packages of Debian have theirs in /usr/share/doc.
Python has its own where it is installed. koikoi's own licences are LICENSE and images/faces/OFL.txt.
"""
HOMES = ("homepage", "home", "repository", "source", "sourcecode", "github", "code", "documentation")
"""The names of addresses, the most wanted first; a library chooses its own."""
TEXT = re.compile(r"\.dist-info/(.*/)?(LICEN[CS]E|COPYING|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE)


def main(folder: str) -> None:
    """Print the notice of all libraries of a folder but koikoi itself."""
    found = {name(each): each for each in distributions(path=[folder])}
    found.pop("koikoi", None)
    print("\n".join((HEAD, *("\n".join(entry(found[each])) for each in sorted(found)))), end="")


def name(library: Distribution) -> str:
    """Return the name in the form that the lock uses."""
    return re.sub(r"[-_.]+", "-", library.metadata["Name"]).lower()


def entry(library: Distribution) -> Iterator[str]:
    """Yield the lines of one library."""
    texts = sorted(str(path) for path in library.files or () if TEXT.search(str(path)))
    yield f"{name(library)} {library.version}"
    yield f"  licence: {licence(library)}"
    yield f"  home: {home(library)}"
    yield f"  text: {', '.join(texts) or 'none in the library'}"
    yield ""


def licence(library: Distribution) -> str:
    """Return the licence expression, else the first line of the licence field, else the classifiers."""
    said = library.metadata
    if expression := said.get("License-Expression"):
        return expression
    if lines := (said.get("License") or "").strip().splitlines():
        return lines[0].strip()
    classes = [each for each in said.get_all("Classifier", []) if each.startswith("License ::")]
    return ", ".join(each.rpartition(" :: ")[2] for each in classes) or "not said"


def home(library: Distribution) -> str:
    """Return the address of the library's home page, or the nearest that it names."""
    if page := library.metadata.get("Home-page"):
        return page
    pairs = (each.split(",", 1) for each in library.metadata.get_all("Project-URL", []))
    pages = {re.sub(r"\W", "", label).lower(): address.strip() for label, address in pairs}
    return next((pages[each] for each in HOMES if each in pages), "not said")


if __name__ == "__main__":
    main(sys.argv[1])
