// The page speaks the language of the pane that says something.

import english from "./words_en.js";
import japanese from "./words_ja.js";

/** A function (key, values) → words for a client language; languages without a table read English. */
export function wordsFor(locale) {
  const table = locale?.startsWith("ja") ? japanese : english;
  return (key, values = {}) => {
    const words = table[key] ?? english[key];
    if (words === undefined) throw new Error(`no words for ${key}`);
    return words.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  };
}

/** The name of a language in that language itself. */
export function languageName(locale) {
  const name = new Intl.DisplayNames(locale, { type: "language", languageDisplay: "standard" }).of(locale);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
