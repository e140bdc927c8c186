import { openTable } from "hub/data-file";
import { type Address, parseBlock } from "hub/net";

/** Date of the IANA special-purpose registries that these tables are based on. */
export const REGISTRY_DATE = "2025-10-09";

/**
 * Returns the type of a bogon, or null. Bogons are the blocks with "Globally Reachable: False" in the
 * IANA special-purpose registries, multicast, which is missing there, and unallocated IPv6 space.
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 * https://www.iana.org/assignments/ipv6-unicast-address-assignments
 */
export function getBogonType(address: Address): string | null {
  const special = smallestAround(address);
  if (special) return special.use === "reachable" || special.use === "anycast" ? null : special.use;
  if (address.bits === 32) return null;
  return ALLOCATED.some((block) => isIn(block, address)) ? null : "unallocated";
}

/** Returns the block of an address if IANA lists it as anycast, or null. */
export function findAnycastBlock(address: Address): string | null {
  const special = smallestAround(address);
  return special?.use === "anycast" ? special.text : null;
}

interface Special {
  /** Type of bogon, or `reachable` or `anycast` if it isn't a bogon. */
  use: string;
  text: string;
  first: bigint;
  last: bigint;
}

function smallestAround(address: Address): Special | undefined {
  return (address.bits === 32 ? IPV4 : IPV6).find((block) => isIn(block, address));
}

function isIn({ first, last }: Pick<Special, "first" | "last">, { value }: Address): boolean {
  return value >= first && value <= last;
}

const readRows = openTable(new URL("./bogon.tsv", import.meta.url), {
  block: "text",
  use: "text",
  note: "optional",
});

/** The blocks, smallest first. */
const BLOCKS = readRows()
  .map(({ block: text, use }) => ({ use, text, ...parseRange(text) }))
  .sort((a, b) => b.prefix - a.prefix);
const SPECIAL = BLOCKS.filter(({ use }) => use !== "allocated");
const IPV4 = SPECIAL.filter(({ bits }) => bits === 32);
const IPV6 = SPECIAL.filter(({ bits }) => bits === 128);
const ALLOCATED = BLOCKS.filter(({ use }) => use === "allocated");

function parseRange(text: string) {
  const block = parseBlock(text);
  if (!block) throw new Error(`"${text}" is not an address block`);
  const { bits, value, prefix } = block;
  return { bits, prefix, first: value, last: value + (1n << BigInt(bits - prefix)) - 1n };
}
