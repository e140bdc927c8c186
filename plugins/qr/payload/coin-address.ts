import { base58, base58Check } from "./base58.ts";
import { cashAddressFault, segwitFault } from "./bech32.ts";

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

export type CoinName = keyof typeof coins | "solana";

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
  return payload.length === 21 && coin.versions.includes(payload[0]!) ? undefined : wanted;
}
