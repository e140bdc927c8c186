const letter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that are written without spaces: a word may begin and end anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a place of a text is in the middle of a word. */
export function isInsideWord(text: string, at: number): boolean {
  const [before = "", after = ""] = [text[at - 1], text[at]];
  if (!letter.test(before) || !letter.test(after)) return false;
  return !unspaced.test(before) && !unspaced.test(after);
}
