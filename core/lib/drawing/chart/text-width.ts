// How wide DejaVu Sans draws the characters from U+0020 to U+007E, in hundredths of the size. It is
// wide among the sans-serif faces, so that what fits in it fits in the one a viewer has.
const widths = [
  ...[32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64],
  ...[64, 64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86],
  ...[75, 79, 60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63],
  ...[62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64],
  ...[34, 64, 84],
];

/** About how wide a text is, without a font: what takes twice the room is East Asian or a picture. */
export function textWidth(text: string, size: number): number {
  let sum = 0;
  let before = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    // What joins pictures, is joined or stands above a letter takes no room of its own.
    const isJoined = code === 0x200d || before === 0x200d || code === 0xfe0f;
    before = code;
    if (isJoined || (code >= 0x300 && code < 0x370)) continue;
    sum += widths[code - 32] ?? (code < 0x1100 ? 64 : code < 0x2e80 ? 70 : 105);
  }
  return (sum * size) / 100;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text cut to a width, with an ellipsis where it was too long. */
export function fitted(text: string, { width, size }: { width: number; size: number }): string {
  if (textWidth(text, size) <= width) return text;
  const room = width - textWidth("…", size);
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment, size);
    if (used > room) break;
    kept += segment;
  }
  return kept === "" ? "" : `${kept.trimEnd()}…`;
}
