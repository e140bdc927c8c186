import type { TextEntity } from "./found.ts";

/** Formats the entities found in a text as `original text = normalized form`, in text order. */
export function showFound(text: string, all: Iterable<TextEntity>): string[] {
  return [...all]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, normalized }) => `${text.slice(start, end)} = ${normalized}`);
}
