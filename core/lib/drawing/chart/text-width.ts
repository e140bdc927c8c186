import { asTable } from "../../as-table.ts";
import { openTable } from "../../data-file.ts";

// The widths of the characters from U+0020 to U+007E in DejaVu Sans, in hundredths of the size. It is a
// wide sans-serif face, so text that fits with it also fits with the viewer's.
const widths = [
  32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
  64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
  60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
  63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
];

// Letters that are wider than others of their script, in hundredths of the size.
const wide: Readonly<Record<string, number>> = asTable({
  ...Object.fromEntries([..."ÆŒæœЖШЫФЮжшыфюмДМΩΨΦωΜ№‰"].map((letter) => [letter, 112])),
  ...Object.fromEntries([..."ЩщǄǅǱǲ—―"].map((letter) => [letter, 140])),
});

// The maximum width of characters from each code point on, by Unicode block.
const readBlocks = openTable(new URL("./text-width.tsv", import.meta.url), {
  from: "number",
  width: "number",
});

/** Returns the lines of a label. The fourth line and those after it continue the third. */
export function splitLines(text: string): string[] {
  if (!text.includes("\n") && !text.includes("\r")) return [text];
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n");
  return lines.length <= linesMax
    ? lines
    : [...lines.slice(0, linesMax - 1), lines.slice(linesMax - 1).join(" ")];
}

const linesMax = 3;

/** The distance between the baselines of a label's lines, relative to its size. */
export const lineHeight = 1.25;

/**
 * Estimates the width of a text without a font, that of its widest line. It is an upper bound for common faces.
 */
export function textWidth(text: string, size: number): number {
  return Math.max(...splitLines(text).map((line) => lineWidth(line, size)));
}

function lineWidth(text: string, size: number): number {
  let sum = 0;
  let before = 0;
  for (const character of text) {
    // `for…of` never yields an empty string.
    const code = character.codePointAt(0)!;
    // Joiners, joined emoji, variation selectors and combining marks have no width.
    const isJoined = code === 0x200d || before === 0x200d || code === 0xfe0f;
    before = code;
    if (isJoined || (code >= 0x300 && code < 0x370)) continue;
    sum += widths[code - 32] ?? wide[character] ?? getBlockWidth(character, code);
  }
  return (sum * size) / 100;
}

function getBlockWidth(character: string, code: number): number {
  const width = readBlocks().findLast(({ from }) => code >= from)?.width ?? 64;
  // Capitals are wider.
  return code < 0x530 && character.toLowerCase() !== character ? width * 1.2 : width;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Truncates the lines of a text to a width, with an ellipsis if necessary. */
export function fitText(text: string, room: { width: number; size: number }): string {
  const lines = splitLines(text);
  return lines.length === 1
    ? fitLine(text, room)
    : lines.map((line) => fitLine(line, room)).join("\n");
}

function fitLine(text: string, { width, size }: { width: number; size: number }): string {
  if (textWidth(text, size) <= width) return text;
  const room = width - textWidth("…", size);
  let fitted = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += textWidth(segment, size);
    if (used > room) break;
    fitted += segment;
  }
  return fitted === "" ? "" : `${fitted.trimEnd()}…`;
}
