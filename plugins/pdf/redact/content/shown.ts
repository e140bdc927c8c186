import { stringOf, tokensOf } from "./tokens.ts";

/**
 * What the strings of a content stream say, run together as they are shown one after the other: the
 * bytes as they are, whatever the font makes of them.
 */
export function shownBytes(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const token of tokensOf(bytes))
    if (token.kind === "string" || token.kind === "hex") parts.push(stringOf(bytes, token));
  return Buffer.concat(parts);
}
