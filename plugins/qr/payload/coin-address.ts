import { bech32, bech32m, base58 as coder, createBase58check } from "@scure/base";

const alphabet = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const textMax = 128;

const checked = createBase58check((bytes: Uint8Array) =>
  new Bun.CryptoHasher("sha256").update(bytes).digest(),
);

/** How the addresses of one currency begin. */
interface Coin {
  /** The byte before the hash in a Base58Check address, for each kind of address. */
  versions: readonly number[];
  /** The part of a Bech32 address before its last 1. */
  segwit?: string;
}

// The main networks' values, from each currency's chainparams.cpp.
const coins = {
  bitcoin: { versions: [0x00, 0x05], segwit: "bc" },
  bitcoincash: { versions: [0x00, 0x05] },
  litecoin: { versions: [0x30, 0x32, 0x05], segwit: "ltc" },
  dogecoin: { versions: [0x1e, 0x16] },
  dash: { versions: [0x4c, 0x10] },
} as const satisfies Record<string, Coin>;

type CoinName = keyof typeof coins | "solana";

/** What is wrong with an address: its checksum tells a slip of the pen. Undefined if nothing is. */
export function coinAddressFault(address: string, name: CoinName): string | undefined {
  const wanted = `must be a ${name} address of the main network`;
  if (name === "solana") return base58(address)?.length === 32 ? undefined : wanted;
  const coin: Coin = coins[name];
  const lower = address.toLowerCase();
  if (coin.segwit && lower.startsWith(`${coin.segwit}1`))
    return segwitFault(address, coin.segwit) ? `${wanted}: its Bech32 check fails` : undefined;
  if (name === "bitcoincash" && lower.length === 42)
    return cashAddressFault(address, name) ? `${wanted}: its CashAddr check fails` : undefined;
  const payload = base58Check(address);
  if (!payload) return `${wanted}: its Base58 check fails`;
  const [version = -1] = payload;
  return payload.length === 21 && coin.versions.includes(version) ? undefined : wanted;
}

/** The bytes that a text spells in Bitcoin's base 58, or undefined where it spells none. */
function base58(text: string): Uint8Array | undefined {
  return tryDecode(text, coder);
}

/** What stands before the four bytes of a Base58Check text, or undefined if they are wrong. */
function base58Check(text: string): Uint8Array | undefined {
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

/** Whether a SegWit address breaks BIP 173 or, from version 1 on, BIP 350. */
function segwitFault(address: string, prefix: string): boolean {
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
function cashAddressFault(address: string, prefix: string): boolean {
  const values = decodeValues(address);
  if (!values) return true;
  const expanded = [...Array.from(prefix, (char) => char.charCodeAt(0) & 31), 0];
  return cashChecksum([...expanded, ...values]) !== 0n;
}

/** The five-bit values of the characters; a text in both cases has none. */
function decodeValues(text: string): number[] | undefined {
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
