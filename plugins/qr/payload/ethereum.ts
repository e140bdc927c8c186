import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Crypto } from "./crypto-schema.ts";
import { type Parsed, present, type Refuse } from "./kind.ts";
import { buildQuery, readQuery } from "./uri.ts";

const weiDecimals = 18;

/** Returns an EIP-681 payment request, in ether or an ERC-20 token. */
export function ethereumText(payment: Crypto, refuse: Refuse): string {
  const { address, amount, chain_id, token } = payment;
  for (const field of ["label", "message"] as const)
    if (payment[field] !== undefined)
      refuse(
        field,
        "must be omitted if currency is ethereum: EIP-681 does not support it",
        payment[field],
      );
  for (const field of ["address", "token"] as const)
    if (payment[field] !== undefined && !isEthereumAddress(payment[field]))
      refuse(
        field,
        "must be 0x and 40 hexadecimal digits, with valid EIP-55 capitals if mixed-case",
        payment[field],
      );
  const chain = chain_id === undefined ? "" : `@${chain_id}`;
  if (token !== undefined)
    return `ethereum:${token}${chain}/transfer${buildQuery({ address, uint256: amount })}`;
  return `ethereum:${address}${chain}${buildQuery({ value: amount && toWei(amount) })}`;
}

/** Parses the part after `ethereum:`. Only a token's `transfer` call is a payment. */
export function parseEthereum(rest: string): Parsed | undefined {
  const { path, query } = readQuery(rest);
  const [target = "", call, ...more] = path.split("/");
  const [address, chain] = target.replace(/^pay-/, "").split("@");
  if (more.length > 0 || (call !== undefined && call !== "transfer")) return undefined;
  const payment = {
    type: "crypto" as const,
    currency: "ethereum",
    chain_id: chain && /^\d{1,15}$/.test(chain) ? Number(chain) : undefined,
  };
  if (call === undefined)
    return present({ ...payment, address, amount: fromWei(query.get("value")) });
  return present({
    ...payment,
    address: query.get("address"),
    amount: expandInteger(query.get("uint256")),
    token: address,
  });
}

/** Returns whether a text is an address in a single case, or with the EIP-55 checksum in its capitals. */
export function isEthereumAddress(text: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = keccak_256(new TextEncoder().encode(lower)).toHex();
  return [...lower].every(
    (digit, index) =>
      digits[index] ===
      (Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit),
  );
}

function toWei(amount: string): string {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(weiDecimals, "0")).toString();
}

function fromWei(value: string | undefined): string | undefined {
  const wei = expandInteger(value);
  if (wei === undefined) return undefined;
  const digits = wei.padStart(weiDecimals + 1, "0");
  let end = digits.length;
  while (end > digits.length - weiDecimals && digits[end - 1] === "0") end--;
  const fraction = digits.slice(-weiDecimals).slice(0, end - (digits.length - weiDecimals));
  const whole = digits.slice(0, -weiDecimals);
  return fraction ? `${whole}.${fraction}` : whole;
}

/**
 * Expands numbers such as EIP-681's `2.014e18`. Returns undefined unless the result is an integer of at most 78
 * digits.
 */
function expandInteger(text: string | undefined): string | undefined {
  const match = /^(\d{1,78})(?:\.(\d{1,78}))?(?:[eE](\d{1,2}))?$/.exec(text ?? "");
  if (!match) return undefined;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const shift = Number(exponent) - fraction.length;
  if (shift < 0) return undefined;
  const digits = BigInt(whole + fraction + "0".repeat(shift)).toString();
  return digits.length <= 78 ? digits : undefined;
}
