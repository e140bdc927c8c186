// How wide DejaVu Sans draws the characters from U+0020 to U+007E, in hundredths of the size. It is
// wide among the sans-serif faces, so that what fits in it fits in the one a viewer has.
const widths = [
  32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
  64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
  60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
  63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

// Letters that are wider than others of their script, in hundredths of the size.
const wide: Readonly<Record<string, number>> = {
  ...Object.fromEntries([..."ÆŒæœЖШЫФЮжшыфюмДМΩΨΦωΜ№‰"].map((letter) => [letter, 112])),
  ...Object.fromEntries([..."ЩщǄǅǱǲ—―"].map((letter) => [letter, 140])),
};

// From which character on, and how wide they are at most: scripts by their blocks.
const blocks: readonly (readonly [from: number, width: number])[] = [
  [0x80, 66],
  [0x370, 72],
  [0x400, 76],
  [0x530, 84],
  [0x590, 66],
  [0x0b80, 82],
  [0x0c00, 72],
  [0x0d80, 82],
  [0x0e00, 66],
  [0x10a0, 76],
  [0x1100, 105],
  [0x1200, 76],
  [0x13a0, 84],
  [0x1780, 76],
  [0x1e00, 76],
  [0x2010, 70],
  [0x2026, 102],
  [0x2030, 70],
  [0x2100, 105],
  [0x10000, 126],
];

/** How wide a text is at most in the usual faces, and about so wide: told without a font. */
export function textWidth(text: string, size: number): number {
  let sum = 0;
  let before = 0;
  for (const character of text) {
    // `for…of` never yields an empty text.
    const code = character.codePointAt(0)!;
    // What joins pictures, is joined or stands above a letter takes no room of its own.
    const isJoined = code === 0x200d || before === 0x200d || code === 0xfe0f;
    before = code;
    if (isJoined || (code >= 0x300 && code < 0x370)) continue;
    sum += widths[code - 32] ?? wide[character] ?? blockWidth(character, code);
  }
  return (sum * size) / 100;
}

function blockWidth(character: string, code: number): number {
  const width = blocks.findLast(([from]) => code >= from)?.[1] ?? 64;
  // Capitals are wider, where a script has them.
  return code < 0x530 && character.toLowerCase() !== character ? width * 1.2 : width;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text cut to a width, with an ellipsis where it was too long. */
export function fitText(text: string, { width, size }: { width: number; size: number }): string {
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
