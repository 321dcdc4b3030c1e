// Where the machine has no Japanese font, the page waits for the one that the sandbox serves: Chromium
// keeps the empty boxes of lines that it drew while a font was on its way.

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

/** Resolves when Japanese text can be drawn, or after a moment. */
export function japaneseFont() {
  if (!lacksJapanese()) return Promise.resolve();
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  return Promise.race([document.fonts.load('16px "Sandbox JP"', "あ"), late]).catch(() => undefined);
}
