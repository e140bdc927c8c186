import { bech32, bech32m } from "@scure/base";

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Whether a SegWit address breaks BIP 173 or, from version 1 on, BIP 350. */
export function segwitFault(address: string, prefix: string): boolean {
  // Of version 0 the checksum is Bech32's, of the later ones Bech32m's.
  for (const coder of [bech32, bech32m]) {
    const read = coder.decodeUnsafe(address);
    if (!read || read.prefix !== prefix) continue;
    const [version = 99, ...words] = read.words;
    const bytes = coder.fromWordsUnsafe(words)?.length ?? 0;
    if ((version === 0) !== (coder === bech32)) return true;
    return (
      version > 16 || bytes < 2 || bytes > 40 || (version === 0 && bytes !== 20 && bytes !== 32)
    );
  }
  return true;
}

/** Whether the part of a CashAddr after its prefix breaks the CashAddr specification. */
export function cashAddressFault(address: string, prefix: string): boolean {
  const values = valuesOf(address);
  if (!values) return true;
  const expanded = [...Array.from(prefix, (char) => char.charCodeAt(0) & 31), 0];
  return cashChecksum([...expanded, ...values]) !== 0n;
}

/** The five-bit values of the characters; a text in both cases has none. */
function valuesOf(text: string): number[] | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined;
  const values = Array.from(text.toLowerCase(), (char) => alphabet.indexOf(char));
  return values.includes(-1) ? undefined : values;
}

/** The longer BCH code of CashAddr. */
function cashChecksum(values: readonly number[]): bigint {
  const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
  let sum = 1n;
  for (const value of values) {
    const top = sum >> 35n;
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value);
    for (const [bit, generator] of generators.entries())
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  }
  return sum ^ 1n;
}
