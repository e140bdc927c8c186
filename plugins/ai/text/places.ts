const letter = /[\p{L}\p{N}\p{M}]/u;

/** Scripts without spaces: a word may start and end anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const placesMax = 1000;

/** Finds the occurrences of a phrase in a text, as whole words and in any case. */
export function findOccurrences(phrase: string, text: string): { start: number; end: number }[] {
  const [sought, lower] = [phrase.trim().toLowerCase(), text.toLowerCase()];
  // Some capitals are longer in lower case (İ), which shifts positions.
  const isSafe = lower.length === text.length;
  const [needle, hay] = isSafe ? [sought, lower] : [phrase.trim(), text];
  const places: { start: number; end: number }[] = [];
  if (needle === "") return places;
  for (let start = hay.indexOf(needle); start >= 0; start = hay.indexOf(needle, start + 1)) {
    const end = start + needle.length;
    if (isInsideWord(text, start) || isInsideWord(text, end)) continue;
    places.push({ start, end });
    if (places.length >= placesMax) break;
  }
  return places;
}

/** Whether a position is in the middle of a word. */
export function isInsideWord(text: string, at: number): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at]];
  if (!letter.test(before) || !letter.test(after)) return false;
  return !unspaced.test(before) && !unspaced.test(after);
}
