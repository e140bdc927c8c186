import { splitSentences } from "hub";

/** Splits a text into chunks of whole sentences up to a size. A longer sentence is cut at a space. */
export function* splitChunks(text: string, max: number): Generator<{ start: number; end: number }> {
  let open: { start: number; end: number } | undefined;
  for (const { start, end } of splitSentences(text)) {
    if (open && end - open.start > max) {
      yield open;
      open = undefined;
    }
    open = { start: open?.start ?? start, end };
    while (open.end - open.start > max) {
      const cut = text.lastIndexOf(" ", open.start + max);
      const at = cut > open.start ? cut + 1 : open.start + max;
      yield { start: open.start, end: at };
      open.start = at;
    }
  }
  if (open && open.end > open.start) yield open;
}
