import { base58 as coder, createBase58check } from "@scure/base";

const textMax = 128;
const checked = createBase58check((bytes: Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(bytes).digest(),
);

/** The bytes that a text spells in Bitcoin's base 58, or undefined where it spells none. */
export function base58(text: string): Uint8Array | undefined {
  return tryDecode(text, coder);
}

/** What stands before the four bytes of a Base58Check text, or undefined if they are wrong. */
export function base58Check(text: string): Uint8Array | undefined {
  return tryDecode(text, checked);
}

function tryDecode(
  text: string,
  { decode }: { decode(text: string): Uint8Array },
): Uint8Array | undefined {
  // The work grows with the square of the length.
  if (text.length === 0 || text.length > textMax) return undefined;
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}
