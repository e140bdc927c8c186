import { parseAddress } from "hub/net";
import { align, NOBODY, SIGNATURE } from "./systems.ts";

interface Row {
  first: bigint;
  last: bigint;
  asn: number;
}

/** Packs lists of `first,last,asn,"name"`, sorted by address, for `openSystems`. */
export function packSystems({ ipv4, ipv6 }: { ipv4: string; ipv6: string }): Uint8Array {
  const names = new Map<number, string>();
  const rows4 = parseRows(ipv4, names);
  // IPv6 networks have at most 64 bits, so the other half is irrelevant.
  const rows6 = parseRows(ipv6, names).map(({ first, last, asn }) => {
    return { first: first >> 64n, last: last >> 64n, asn };
  });
  const numbers = [...names.keys()].sort((a, b) => a - b);
  const places = new Map(numbers.map((asn, place) => [asn, place]));
  const starts4 = listStarts(rows4, { places, end: 1n << 32n });
  const starts6 = listStarts(rows6, { places, end: 1n << 64n });
  const encoded = numbers.map((asn) => new TextEncoder().encode(names.get(asn)));
  const ends: number[] = [];
  for (const name of encoded) ends.push((ends.at(-1) ?? 0) + name.length);
  const head = [SIGNATURE, numbers.length, starts4.length, starts6.length, ends.at(-1) ?? 0];
  const low = (value: bigint) => Number(value & 0xffffffffn);
  const words = Uint32Array.from([
    ...head,
    ...numbers,
    ...ends,
    ...starts4.map(({ at }) => low(at)),
    ...starts4.map(({ place }) => place),
    ...starts6.map(({ at }) => low(at >> 32n)),
    ...starts6.map(({ at }) => low(at)),
    ...starts6.map(({ place }) => place),
  ]);
  const bytes = new Uint8Array(align(words.byteLength + (ends.at(-1) ?? 0)));
  bytes.set(new Uint8Array(words.buffer));
  let at = words.byteLength;
  for (const name of encoded) {
    bytes.set(name, at);
    at += name.length;
  }
  return bytes;
}

function parseRows(text: string, names: Map<number, string>): Row[] {
  const rows: Row[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const [first = "", last = "", number = "", ...rest] = line.trimEnd().split(",");
    const quoted = rest.join(",");
    const name = quoted.startsWith('"') ? quoted.slice(1, -1).replaceAll('""', '"') : quoted;
    const asn = Number(number);
    const range = { first: parseAddress(first)?.value, last: parseAddress(last)?.value };
    if (range.first === undefined || range.last === undefined || !Number.isInteger(asn))
      throw new Error(`Cannot read the line "${line}"`);
    rows.push({ first: range.first, last: range.last, asn });
    if (name !== "" || !names.has(asn)) names.set(asn, name);
  }
  return rows;
}

/** Returns the start of each range, and of each gap between ranges. */
function listStarts(
  rows: readonly Row[],
  { places, end }: { places: Map<number, number>; end: bigint },
) {
  const starts: { at: bigint; place: number }[] = [];
  let next = 0n;
  for (const { first, last, asn } of rows) {
    if (last < next) continue;
    if (first > next) starts.push({ at: next, place: NOBODY });
    const place = places.get(asn) ?? NOBODY;
    const at = first > next ? first : next;
    if (starts.at(-1)?.place !== place) starts.push({ at, place });
    next = last + 1n;
  }
  if (next < end) starts.push({ at: next, place: NOBODY });
  return starts;
}
