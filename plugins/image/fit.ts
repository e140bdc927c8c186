import { type Layout, type LayoutOptions, layoutTextNow, measureInk } from "hub/drawing";

export interface TextArea {
  width: number;
  height: number;
  /** The largest and smallest font sizes. */
  largest: number;
  smallest?: number;
}

const sizeMin = 6;

/** Sets a text as large as fits an area. Truncates it if even the smallest size is too large. */
export function fitText(
  text: string,
  area: TextArea,
  options: Omit<LayoutOptions, "size" | "width" | "lines"> = {},
): Layout {
  const { width, height, smallest = sizeMin } = area;
  const largest = Math.max(smallest, area.largest);
  const layOut = (size: number) => layoutTextNow(text, { ...options, size, width });
  const fits = (layout: Layout) =>
    layout.height + 2 * measureOverhang(layout) <= height &&
    layout.lines.every((line) => line.width <= width) &&
    !breaksWords(text, layout.lines);
  const first = layOut(largest);
  if (fits(first)) return balanceLines(text, first, { ...options, width });
  let [low, high] = [smallest, largest];
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (fits(layOut(middle))) low = middle;
    else high = middle;
  }
  // Uses whole sizes, so that cached glyphs can be shared between images.
  low = low > 12 ? Math.floor(low) : low;
  const best = layOut(low);
  if (best.height <= height || best.lines.length === 1)
    return balanceLines(text, best, { ...options, width });
  const lines = Math.max(1, Math.floor(height / (best.height / best.lines.length)));
  return layoutTextNow(text, { ...options, size: low, width, lines });
}

/** Returns how far ink extends beyond the line boxes: some scripts stack marks high. */
function measureOverhang(layout: Layout): number {
  const inks = measureInk(layout);
  const above = (inks[0]?.above ?? 0) - (layout.lines[0]?.baseline ?? 0);
  const below = (layout.lines.at(-1)?.baseline ?? 0) + (inks.at(-1)?.below ?? 0) - layout.height;
  return Math.max(0, above, below);
}

/** Balances line lengths without adding lines, so that no word is left alone. */
function balanceLines(
  text: string,
  layout: Layout,
  options: Omit<LayoutOptions, "size"> & { width: number },
): Layout {
  const count = layout.lines.length;
  if (count < 2 || count > 6 || options.align !== "center" || text.includes("\n")) return layout;
  const { size } = layout;
  let balanced = layout;
  let [low, high] = [options.width / count, options.width];
  for (let round = 0; round < 6; round++) {
    const width = (low + high) / 2;
    const narrower = layoutTextNow(text, { ...options, size, width });
    if (narrower.lines.length > count || breaksWords(text, narrower.lines)) low = width;
    else [high, balanced] = [width, narrower];
  }
  const lines = balanced.lines.map((line) => line.text).join("\n");
  return layoutTextNow(lines, { ...options, size });
}

/** Returns whether a line breaks within a word, in scripts that use spaces. */
function breaksWords(text: string, lines: Layout["lines"]): boolean {
  if (lines.length < 2 || !/^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{P}\p{N}\s]+$/u.test(text))
    return false;
  const words = new Set(text.split(/\s/));
  return lines.some(({ text: line }) => !words.has(line.slice(line.lastIndexOf(" ") + 1)));
}
