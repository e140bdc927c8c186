const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** How much of a word tells it from others, whatever its ending is. */
const stemMax = 5;

/** The share of a text's words that are words of a source, too, in whatever form: from 0 to 1. */
export function overlapOf(text: string, source: string): number {
  const [said, known] = [stemsOf(text), stemsOf(source)];
  if (said.size === 0) return 1;
  return said.intersection(known).size / said.size;
}

/** Words of four letters and more by their beginnings, and single letters of what has no spaces. */
function stemsOf(text: string): Set<string> {
  const lower = text.toLowerCase();
  const words = (lower.match(word) ?? []).filter((one) => one.length >= 4);
  const stems = words.map((one) => one.slice(0, stemMax));
  return new Set([...stems, ...(lower.match(unspaced) ?? [])]);
}
