// The page speaks the language of the pane that says something: those that have a file of words here, which
// the server finds and index.html names.

const NAMES = document.querySelector("meta[name=languages]").content.split(" ");
const FILES = await Promise.all(NAMES.map((name) => import(`./words_${name}.js`)));
const TABLES = new Map(NAMES.map((name, index) => [name, FILES[index].default]));
const ENGLISH = TABLES.get("en");

const tableFor = (locale) => TABLES.get(locale) ?? TABLES.get(locale?.split("-")[0]);

/** Whether the page itself has words in a client language. */
export function speaks(locale) {
  return tableFor(locale) !== undefined;
}

/** A function (key, values) → words for a client language; languages without a table read English. */
export function wordsFor(locale) {
  const table = tableFor(locale) ?? ENGLISH;
  return (key, values = {}) => {
    const words = table[key] ?? ENGLISH[key];
    if (words === undefined) throw new Error(`no words for ${key}`);
    return words.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  };
}

/** The name of a language in that language itself. */
export function languageName(locale) {
  const name = new Intl.DisplayNames(locale, { type: "language", languageDisplay: "standard" }).of(locale);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
