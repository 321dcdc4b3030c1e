// The only way this page makes elements: text goes in as text nodes, so nothing a bot or a user
// writes is ever read as HTML.

/**
 * Makes an element. Properties: `class`, `style` (object), `dataset` (object), `on` (event → listener);
 * booleans set or leave out an attribute, null and undefined leave it out, the rest become attributes.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "style") Object.assign(element.style, value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "on")
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Replaces the children of `element`. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** An address that a link may have: the web's, and nothing that runs. Null for others. */
export function webAddress(url) {
  return /^https?:\/\//i.test(url ?? "") ? url : null;
}

const SVG = "http://www.w3.org/2000/svg";

/** A 24×24 line icon by name, drawn with the current text colour. */
export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("width", String(size));
  svg.setAttribute("height", String(size));
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

const ICONS = {
  hash: "M9.5 4 7.5 20 M16.5 4 14.5 20 M4.5 9H20 M4 15H19.5",
  mail: "M3.5 6h17v12h-17Z M4 6.5l8 6.5 8-6.5",
  thread: "M5 5v9a3 3 0 0 0 3 3h11 M15 13l4 4-4 4 M10 5h9 M10 10h6",
  down: "M6 9.5l6 6 6-6",
  close: "M6 6l12 12 M18 6 6 18",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z",
  send: "M4 12 20 4l-5 16-3.5-6.5Z M11.5 13.5 20 4",
  plus: "M12 5v14 M5 12h14",
  menu: "M4 7h16 M4 12h16 M4 17h16",
  external: "M14 4h6v6 M20 4l-9 9 M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  power: "M12 3v9 M6.5 7a8 8 0 1 0 11 0",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6Z",
  log: "M5 5h14 M5 9.7h14 M5 14.3h9 M5 19h6",
  gauge: "M4.5 17a8.5 8.5 0 1 1 15 0 M12 14l4-5",
  globe:
    "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z M3.5 12h17 M12 3.5c3 3 3 14 0 17 M12 3.5c-3 3-3 14 0 17",
  members:
    "M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z M2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6 M16 5.5a3 3 0 0 1 0 6 M17.5 14.3c2.5.6 4 2.5 4 5.7",
  image: "M4 5h16v14H4Z M4 16l5-5 4 4 3-3 4 4 M15.5 9a1 1 0 1 0 0 .1",
  file: "M6 3h8l5 5v13H6Z M14 3v5h5",
  first: "M5 5.5v13 M19 5.5v13l-6-6.5Z M13 5.5v13L7 12Z",
  back: "M17 5v14L6 12Z",
  next: "M7 5v14l11-7Z",
  trophy:
    "M8 4h8v6a4 4 0 0 1-8 0Z M8 6H5v1.5A3 3 0 0 0 8 10.5 M16 6h3v1.5a3 3 0 0 1-3 3 M12 14v3.5 M8.5 20h7 M9.5 20q0-2.5 2.5-2.5t2.5 2.5",
  warning: "M12 4 2.8 20h18.4Z M12 10v5 M12 17.4v.1",
  last: "M19 5.5v13 M5 5.5v13l6-6.5Z M11 5.5v13l6-6.5Z",
  refresh: "M20 12a8 8 0 1 1-2.5-5.8 M20 3v5h-5",
};
