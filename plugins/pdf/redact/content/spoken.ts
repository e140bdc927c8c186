import { type Token, tokensOf, wordOf } from "./tokens.ts";

/** The entries of a marked-content dictionary that repeat in words what is drawn. */
export const spokenEntries = ["ActualText", "Alt", "E"] as const;
const names = new Set<string>(spokenEntries.map((entry) => `/${entry}`));

/**
 * A content stream without what its marked content says in words of itself: `/ActualText` and the
 * like stand beside the glyphs, and outlive them.
 */
export function dropSpokenText(bytes: Uint8Array): Uint8Array {
  const cuts: { start: number; end: number }[] = [];
  let name: Token | undefined;
  let depth = 0;
  for (const token of tokensOf(bytes)) {
    if (token.kind === "open") depth++;
    else if (token.kind === "close") depth--;
    const isString = token.kind === "string" || token.kind === "hex";
    if (name && isString) cuts.push({ start: name.start, end: token.end });
    const isSpoken =
      depth > 0 && token.kind === "name" && names.has(plainName(wordOf(bytes, token)));
    name = isSpoken ? token : undefined;
  }
  return cuts.length === 0 ? bytes : replaceBytes(bytes, cuts);
}

/** A name with `#41` for `A` resolved: the spelling must not hide it. */
export function plainName(name: string): string {
  return name.replace(/#([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Bytes with other ones in the place of some: by default a space. */
export function replaceBytes(
  bytes: Uint8Array,
  cuts: readonly { start: number; end: number; by?: string }[],
): Uint8Array {
  const kept: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, by = " " } of cuts) {
    kept.push(bytes.subarray(from, start), Buffer.from(by, "latin1"));
    from = end;
  }
  kept.push(bytes.subarray(from));
  return Buffer.concat(kept);
}
