/** The text from its last grapheme to its first: accents and emoji stay whole. */
export function reverse(text: string): string {
  const graphemes: string[] = [];
  for (const { segment } of segmenter().segment(text)) graphemes.push(segment);
  return graphemes.reverse().join("");
}

/** The beginning of a text that has more graphemes than `length`, the ellipsis counted as part of them. */
export function truncate(
  text: string,
  { length, ellipsis }: { length: number; ellipsis: string },
): string {
  if (text.length <= length) return text;
  const kept = Math.max(0, length - [...segmenter().segment(ellipsis)].length);
  let seen = 0;
  let end = 0;
  for (const { index } of segmenter().segment(text)) {
    if (seen === kept) end = index;
    if (seen++ === length) return text.slice(0, end) + ellipsis;
  }
  return text;
}

function segmenter(): Intl.Segmenter {
  return new Intl.Segmenter("en", { granularity: "grapheme" });
}
