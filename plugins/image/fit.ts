import { inkOf, type Layout, type LayoutOptions, layoutTextNow } from "hub/drawing";

export interface Room {
  width: number;
  height: number;
  /** The largest and the smallest size of its letters. */
  largest: number;
  smallest?: number;
}

const sizeMin = 6;

/** Sets a text as large as a room takes, and cuts it off where even the smallest size is too large. */
export function fitText(
  text: string,
  room: Room,
  options: Omit<LayoutOptions, "size" | "width" | "lines"> = {},
): Layout {
  const { width, height, smallest = sizeMin } = room;
  const largest = Math.max(smallest, room.largest);
  const set = (size: number) => layoutTextNow(text, { ...options, size, width });
  const fits = (layout: Layout) =>
    layout.height + 2 * overhang(layout) <= height &&
    layout.lines.every((line) => line.width <= width) &&
    !breaksWords(text, layout.lines);
  const first = set(largest);
  if (fits(first)) return evenLines(text, first, { ...options, width });
  let [low, high] = [smallest, largest];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (fits(set(middle))) low = middle;
    else high = middle;
  }
  // Whole sizes, so that glyphs filled for one image serve others.
  low = low > 12 ? Math.floor(low) : low;
  const best = set(low);
  if (best.height <= height || best.lines.length === 1)
    return evenLines(text, best, { ...options, width });
  const lines = Math.max(1, Math.floor(height / (best.height / best.lines.length)));
  return layoutTextNow(text, { ...options, size: low, width, lines });
}

/** How far letters reach beyond the box of their lines: those of some scripts are piled up high. */
function overhang(layout: Layout): number {
  const inks = inkOf(layout);
  const above = (inks[0]?.above ?? 0) - (layout.lines[0]?.baseline ?? 0);
  const below = (layout.lines.at(-1)?.baseline ?? 0) + (inks.at(-1)?.below ?? 0) - layout.height;
  return Math.max(0, above, below);
}

/** The same lines as nearly as long as each other as they can be: no word is left alone. */
function evenLines(
  text: string,
  layout: Layout,
  options: Omit<LayoutOptions, "size"> & { width: number },
): Layout {
  const count = layout.lines.length;
  if (count < 2 || count > 6 || options.align !== "center" || text.includes("\n")) return layout;
  const { size } = layout;
  let even = layout;
  let [low, high] = [options.width / count, options.width];
  for (let round = 0; round < 6; round++) {
    const width = (low + high) / 2;
    const narrower = layoutTextNow(text, { ...options, size, width });
    if (narrower.lines.length > count || breaksWords(text, narrower.lines)) low = width;
    else [high, even] = [width, narrower];
  }
  const lines = even.lines.map((line) => line.text).join("\n");
  return layoutTextNow(lines, { ...options, size });
}

/** Whether a line ends where the text has no space, in a script that is written with spaces. */
function breaksWords(text: string, lines: Layout["lines"]): boolean {
  if (lines.length < 2 || !/^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{P}\p{N}\s]+$/u.test(text))
    return false;
  const words = new Set(text.split(/\s/));
  return lines.some(({ text: line }) => !words.has(line.slice(line.lastIndexOf(" ") + 1)));
}
