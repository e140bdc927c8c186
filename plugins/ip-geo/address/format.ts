import type { Address } from "hub";

/** Writes an address as RFC 5952 wants it. */
export function format({ bits, value }: Address): string {
  return bits === 32 ? formatIpv4(Number(value)) : formatIpv6(value);
}

function formatIpv4(value: number): string {
  return `${value >>> 24}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`;
}

/** The longest run of zeros, the first of equals and none of a single group, becomes `::`. */
function formatIpv6(value: bigint): string {
  const digits = value.toString(16).padStart(32, "0");
  const groups: string[] = [];
  for (let at = 0; at < 32; at += 4)
    groups.push(Number.parseInt(digits.slice(at, at + 4), 16).toString(16));
  let best = { at: 0, length: 1 };
  for (let at = 0; at < 8; at++) {
    let length = 0;
    while (groups[at + length] === "0") length++;
    if (length > best.length) best = { at, length };
  }
  if (best.length === 1) return groups.join(":");
  return `${groups.slice(0, best.at).join(":")}::${groups.slice(best.at + best.length).join(":")}`;
}
