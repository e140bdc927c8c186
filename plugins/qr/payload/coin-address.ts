import { bech32, bech32m, base58 as coder, createBase58check } from "@scure/base";

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const textMax = 128;

const checked = createBase58check((bytes: Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(bytes).digest(),
);

/** Address prefixes of a currency. */
interface Coin {
  /** Version bytes of Base58Check addresses, one for each address type. */
  versions: readonly number[];
  /** Human-readable part of a Bech32 address: the part before the last 1. */
  segwit?: string;
}

// Main network values from each currency's chainparams.cpp.
const coins = {
  bitcoin: { versions: [0x00, 0x05], segwit: "bc" },
  bitcoincash: { versions: [0x00, 0x05] },
  litecoin: { versions: [0x30, 0x32, 0x05], segwit: "ltc" },
  dogecoin: { versions: [0x1e, 0x16] },
  dash: { versions: [0x4c, 0x10] },
} as const satisfies Record<string, Coin>;

type CoinName = keyof typeof coins | "solana";

/** Returns the problem with an address, or undefined if it is valid. Checksums detect typing errors. */
export function coinAddressFault(address: string, name: CoinName): string | undefined {
  const requirement = `must be a ${name} address of the main network`;
  if (name === "solana") return decodeBase58(address)?.length === 32 ? undefined : requirement;
  const coin: Coin = coins[name];
  const lower = address.toLowerCase();
  if (coin.segwit && lower.startsWith(`${coin.segwit}1`))
    return isInvalidSegwit(address, coin.segwit)
      ? `${requirement}: its Bech32 check fails`
      : undefined;
  if (name === "bitcoincash" && lower.length === 42)
    return isInvalidCashAddress(address, name)
      ? `${requirement}: its CashAddr check fails`
      : undefined;
  const payload = decodeBase58Check(address);
  if (!payload) return `${requirement}: its Base58 check fails`;
  const [version = -1] = payload;
  return payload.length === 21 && coin.versions.includes(version) ? undefined : requirement;
}

/** Decodes Bitcoin's base58. Returns undefined if the text is invalid. */
function decodeBase58(text: string): Uint8Array | undefined {
  return tryDecode(text, coder);
}

/** Decodes Base58Check and returns the payload, or undefined if the checksum is wrong. */
function decodeBase58Check(text: string): Uint8Array | undefined {
  return tryDecode(text, checked);
}

function tryDecode(
  text: string,
  { decode }: { decode(text: string): Uint8Array },
): Uint8Array | undefined {
  // Decoding takes quadratic time.
  if (text.length === 0 || text.length > textMax) return undefined;
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

/** Returns whether a SegWit address violates BIP 173 or, from version 1 on, BIP 350. */
function isInvalidSegwit(address: string, prefix: string): boolean {
  // Version 0 uses the Bech32 checksum, later versions Bech32m.
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(address);
    if (!decoded || decoded.prefix !== prefix) continue;
    const [version = 99, ...words] = decoded.words;
    const bytes = coder.fromWordsUnsafe(words)?.length ?? 0;
    if ((version === 0) !== (coder === bech32)) return true;
    return (
      version > 16 || bytes < 2 || bytes > 40 || (version === 0 && bytes !== 20 && bytes !== 32)
    );
  }
  return true;
}

/** Returns whether a CashAddr without prefix violates the CashAddr specification. */
function isInvalidCashAddress(address: string, prefix: string): boolean {
  const values = decodeValues(address);
  if (!values) return true;
  const expanded = [...Array.from(prefix, (char) => char.charCodeAt(0) & 31), 0];
  return cashChecksum([...expanded, ...values]) !== 0n;
}

/** Decodes characters to five-bit values. Returns undefined for mixed case. */
function decodeValues(text: string): number[] | undefined {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return undefined;
  const values = Array.from(text.toLowerCase(), (char) => alphabet.indexOf(char));
  return values.includes(-1) ? undefined : values;
}

/** Computes the BCH checksum of CashAddr. */
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
