import { format } from "./address/address.ts";
import { type Range, splitBlocks, writePart } from "./address/blocks.ts";
import { CURATED, classifySystem } from "./asn/kind.ts";
import type { Data } from "./open-data.ts";

interface SystemOptions {
  family: "4" | "6" | "all";
  limit: number;
  /** Number of prefixes to skip. */
  skip: number;
}

/** Describes an autonomous system. Returns undefined if it has no known prefixes. */
export function describeSystem(
  asn: number,
  { systems, countries }: { systems: Data["systems"]; countries: CountryAt },
  { family, limit, skip }: SystemOptions,
) {
  const name = systems.findName(asn);
  if (name === undefined) return undefined;
  const ranges = systems.listRanges(asn);
  const of = (bits: 32 | 128) => ranges.filter((range) => range.bits === bits);
  const v4 = of(32).flatMap(splitBlocks);
  const v6 = of(128).flatMap(splitBlocks);
  const wanted = [...(family === "6" ? [] : v4), ...(family === "4" ? [] : v6)];
  const { kind, by } = classifySystem(asn, name);
  const end = skip + limit;
  return {
    asn,
    name,
    type: kind,
    country_code: findCommonest(ranges, countries),
    is_hosting: kind === "hosting" ? true : by === CURATED ? false : null,
    prefixes: wanted.slice(skip, end).map(writePart),
    prefix_count: { v4: v4.length, v6: v6.length },
    address_count_v4: of(32).reduce((sum, { first, last }) => sum + Number(last - first) + 1, 0),
    next_cursor: end < wanted.length ? String(end) : null,
    source: systems.source,
  };
}

/** Returns the country in which an address is registered, or null if unknown. */
type CountryAt = (address: string) => string | null;

const rangesLookedAt = 32;

/** Returns the most common country of its largest ranges, by the registration of their first addresses. */
function findCommonest(ranges: readonly Range[], countryAt: CountryAt): string | null {
  // Sizes of the two families can't be compared, and most systems announce IPv4.
  const ipv4 = ranges.filter(({ bits }) => bits === 32);
  const largest = (ipv4.length > 0 ? ipv4 : ranges)
    .map(({ bits, first, last }) => ({ bits, value: first, size: Number(last - first) + 1 }))
    .sort((a, b) => b.size - a.size)
    .slice(0, rangesLookedAt);
  const counts = new Map<string, number>();
  for (const { bits, value, size } of largest) {
    const code = countryAt(format({ bits, value }));
    if (code) counts.set(code, (counts.get(code) ?? 0) + size);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
