// The page waits for the fonts that the sandbox serves, the Japanese one where the machine has none: Chromium
// keeps the empty boxes, and the breaks, of lines that it drew while a font was on its way.

const LONGEST_WAIT_MS = 3000;

// Two different signs look the same only where both are drawn as an empty box.
function lacksJapanese() {
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  brush.font = "32px sans-serif";
  const drawn = (sign) => {
    brush.clearRect(0, 0, 80, 80);
    brush.fillText(sign, 10, 50);
    return brush.getImageData(0, 0, 80, 80).data.join();
  };
  return drawn("あ") === drawn("字");
}

/** Resolves when text is drawn with the page's fonts, or after a moment. */
export function servedFonts() {
  const wanted = [["Sandbox Latin", "a"], ...(lacksJapanese() ? [["Sandbox JP", "あ"]] : [])];
  const loaded = wanted.map(([name, sign]) => document.fonts.load(`16px "${name}"`, sign));
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  return Promise.race([Promise.allSettled(loaded), late]);
}
