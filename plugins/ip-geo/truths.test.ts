import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseBlock } from "hub/net";
import { cases, json, testHub } from "hub/testing";
import { format } from "./address/address.ts";

const dir = import.meta.dir;
const hub = await testHub(dir);
const readLookup = async (ip: string, query = "") =>
  json(await hub.get(`/api/ip-geo/lookup/${ip}${query}`));
// The first lookup fetches the lists in the background, which changes the flags.
await readLookup("8.8.8.8");
await hub.settled();

/*
 * The IANA registries of special-purpose addresses, of 2025-10-09, by their column "Globally Reachable":
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 * https://www.iana.org/assignments/iana-ipv6-special-registry
 * Not included: entries marked N/A (192.88.99.0/24, 2001::/32, 2001:10::/28, 2002::/16), and
 * those that embed an IPv4 address (::ffff:0:0/96, 64:ff9b::/96).
 */
const REGISTRY: [block: string, isReachable: boolean][] = [
  ["0.0.0.0/8", false],
  ["10.0.0.0/8", false],
  ["100.64.0.0/10", false],
  ["127.0.0.0/8", false],
  ["169.254.0.0/16", false],
  ["172.16.0.0/12", false],
  ["192.0.0.0/24", false],
  ["192.0.0.0/29", false],
  ["192.0.0.8/32", false],
  ["192.0.0.9/32", true],
  ["192.0.0.10/32", true],
  ["192.0.0.170/32", false],
  ["192.0.0.171/32", false],
  ["192.0.2.0/24", false],
  ["192.31.196.0/24", true],
  ["192.52.193.0/24", true],
  ["192.88.99.2/32", false],
  ["192.168.0.0/16", false],
  ["192.175.48.0/24", true],
  ["198.18.0.0/15", false],
  ["198.51.100.0/24", false],
  ["203.0.113.0/24", false],
  ["240.0.0.0/4", false],
  ["255.255.255.255/32", false],
  ["::1/128", false],
  ["::/128", false],
  ["64:ff9b:1::/48", false],
  ["100::/64", false],
  ["100:0:0:1::/64", false],
  ["2001::/23", false],
  ["2001:1::1/128", true],
  ["2001:1::2/128", true],
  ["2001:1::3/128", true],
  ["2001:2::/48", false],
  ["2001:3::/32", true],
  ["2001:4:112::/48", true],
  ["2001:20::/28", true],
  ["2001:30::/28", true],
  ["2001:db8::/32", false],
  ["2620:4f:8000::/48", true],
  ["3fff::/20", false],
  ["5f00::/16", false],
  ["fc00::/7", false],
  ["fe80::/10", false],
];

/** Blocks unassigned at that time: https://www.iana.org/assignments/ipv6-unicast-address-assignments */
const UNALLOCATED = [
  ...["2001:1000::/23", "2001:4e00::/23", "2001:6000::/19", "2001:c000::/18", "2003:4000::/18"],
  ...["2004::/14", "2420::/11", "2610:200::/23", "2620:200::/23", "2640::/10", "2810::/12"],
  ...["2a20::/11", "2c10::/12", "2d00::/8", "2e00::/7", "3000::/5", "3ffe::/16", "4000::/2"],
];

interface Range {
  bits: 32 | 128;
  first: bigint;
  last: bigint;
}

function parseRange(text: string): Range {
  const { bits, value, prefix } = parseBlock(text)!;
  return { bits, first: value, last: value + (1n << BigInt(bits - prefix)) - 1n };
}

/** Returns both ends of a block, and some random addresses in it. */
function addressIn({ bits, first, last }: Range): fc.Arbitrary<string> {
  const ends = [first, last].map((value) => fc.constant(value));
  return fc
    .oneof(...ends, fc.bigInt({ min: first, max: last }))
    .map((value) => format({ bits, value }));
}

const size = ({ first, last }: Range) => last - first;
const isAround = (outer: Range, inner: Range) =>
  outer.bits === inner.bits && outer.first <= inner.first && outer.last >= inner.last;
const registry = REGISTRY.map(([text, isReachable]) => ({
  ...parseRange(text),
  text,
  isReachable,
}));

/** Returns whether the smallest registered block with an address is reachable. */
function isReachable(ip: string): boolean | undefined {
  const own = parseRange(ip);
  return registry
    .filter((block) => isAround(block, own))
    .sort((a, b) => (size(a) < size(b) ? -1 : 1))[0]?.isReachable;
}

test.each(REGISTRY)("an address of %s is reachable, or a bogon, by its registry: %p", (text) =>
  fc.assert(
    fc.asyncProperty(addressIn(parseRange(text)), async (ip) => {
      // Within 2001::/23, the embedded IPv4 address counts.
      fc.pre(!ip.startsWith("2001::") && !ip.startsWith("2001:0:"));
      const { is_bogon, bogon_type } = await readLookup(ip, "?fields=is_bogon,bogon_type");
      expect({ ip, is_bogon }).toEqual({ ip, is_bogon: !isReachable(ip) });
      expect(bogon_type === null).toBe(!is_bogon);
    }),
    cases(8, 6),
  ),
);

test.each(UNALLOCATED)("an address of %s has no country, because it is unassigned", (text) =>
  fc.assert(
    fc.asyncProperty(addressIn(parseRange(text)), async (ip) => {
      const found = await readLookup(ip);
      expect(found).toMatchObject({
        ip,
        country_code: null,
        city: null,
        latitude: null,
        asn: null,
      });
      expect(found).toMatchObject({ is_bogon: true, bogon_type: "unallocated" });
    }),
    cases(4),
  ),
);

const anyIpv4 = addressIn(parseRange("0.0.0.0/0"));
const anyIpv6 = addressIn(parseRange("2000::/3"));
const anyAddress = fc.oneof(
  anyIpv4,
  anyIpv6,
  addressIn(parseRange("2400::/12")),
  addressIn(parseRange("2a00::/12")),
  fc.constantFrom(...REGISTRY).chain(([text]) => addressIn(parseRange(text))),
);

/** The IPv6 notations of an IPv4 address, by RFC 4291, 3056, 6052 and 4380. */
const spellings: [name: string, of: (value: bigint) => bigint][] = [
  ["IPv4-mapped", (value) => (0xffffn << 32n) | value],
  ["6to4", (value) => (0x2002n << 112n) | (value << 80n) | 1n],
  ["NAT64", (value) => (0x64ff9bn << 96n) | value],
  ["Teredo", (value) => (0x20010000_4136e378_800063bfn << 32n) | (value ^ 0xffffffffn)],
];

test.each(spellings)("lookup evaluates the IPv4 address inside a %s one", (name, spell) =>
  fc.assert(
    fc.asyncProperty(anyIpv4, async (ipv4) => {
      const ip = format({ bits: 128, value: spell(parseBlock(ipv4)!.value) });
      const {
        ip: outer,
        ip_version,
        embedded_ipv4,
        ...found
      } = await readLookup(ip, "?explain=true");
      const {
        ip: _,
        ip_version: four,
        embedded_ipv4: none,
        ...plain
      } = await readLookup(ipv4, "?explain=true");
      expect([embedded_ipv4, none, four]).toEqual([ipv4, null, 4]);
      expect([outer, ip_version]).toEqual(name === "IPv4-mapped" ? [ipv4, 4] : [ip, 6]);
      expect(found).toEqual(plain);
    }),
    cases(20, 6),
  ),
);

// The example of https://en.wikipedia.org/wiki/Teredo_tunneling, for RFC 4380.
test("the client of a Teredo address is encoded in its last bits", async () => {
  const found = await readLookup("2001:0:4136:e378:8000:63bf:3fff:fdd2");
  expect(found).toMatchObject({ embedded_ipv4: "192.0.2.45", bogon_type: "documentation" });
});

test("a batch returns the results of single lookups, in order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAddress, { minLength: 1, maxLength: 20 }), async (ips) => {
      const { count, results } = await json(
        await hub.post("/api/ip-geo/batch", { ips, explain: true }),
      );
      const singles = await Promise.all(ips.map((ip) => readLookup(ip, "?explain=true")));
      expect(count).toBe(ips.length);
      expect(results).toEqual(singles.map(({ success: _, ...single }) => single));
    }),
    cases(10, 6),
  );
});

const flagNames = ["is_mobile", "is_hosting", "is_vpn", "is_tor", "is_relay", "is_anycast"];
const rated = ["is_tor", "is_vpn", "is_hosting", "is_relay"];

/** Builds a hub that can fetch its lists, except those of some hosts. */
async function hubWithout(...hosts: string[]) {
  const down = () => new Response("", { status: 503 });
  const hub = await testHub(dir, { net: Object.fromEntries(hosts.map((host) => [host, down])) });
  await hub.get("/api/ip-geo/security/8.8.8.8");
  await hub.settled();
  return hub;
}

describe.each([
  ["all lists", []],
  ["no list of Tor exits", ["check.torproject.org"]],
  ["no list of VPNs and data centres", ["raw.githubusercontent.com"]],
  ["no list of relays", ["mask-api.icloud.com"]],
  ["no list", ["check.torproject.org", "raw.githubusercontent.com", "mask-api.icloud.com"]],
])("with %s", async (_, missing) => {
  const hub = await hubWithout(...missing);
  afterAll(() => hub.settled());
  const listed = fc.constantFrom("1.1.1.1", "8.8.4.4", "9.9.9.9", "185.220.101.1", "172.224.226.1");

  test("a flag is true, false or null, with its source or the reason why it is unknown", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyAddress, listed), async (ip) => {
        const found = await json(await hub.get(`/api/ip-geo/security/${ip}`));
        expect([true, false, null]).toContain(found.is_proxy);
        for (const flag of flagNames) {
          const said = found.evidence.filter((one: { flag: string }) => one.flag === flag);
          const noted = found.notes.some((note: { flag: string }) => note.flag === flag);
          expect([true, false, null]).toContain(found[flag]);
          if (found[flag] === null) expect([said, noted || found.is_bogon]).toEqual([[], true]);
          else expect(said).toContainEqual(expect.objectContaining({ says: found[flag] }));
        }
      }),
      cases(20, 6),
    );
  });

  test("allows an address with an unknown flag only for a measured reason", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyAddress, listed), async (ip) => {
        const found = await json(await hub.get(`/api/ip-geo/security/${ip}`));
        const isUnknown = rated.some((flag) => found[flag] === null);
        const { verdict, risk_score: risk } = found;
        expect(risk === null).toBe(verdict === "unknown");
        if (verdict === "allow") expect([found.is_proxy, found.is_hosting]).not.toContain(true);
        const isMeasured = found.reasons.some(({ right }: { right: number | null }) => right);
        if (isUnknown && verdict === "allow") expect(isMeasured).toBe(true);
        if (found.is_bogon) expect([verdict, risk]).toEqual(["review", 20]);
        if (found.is_tor) expect(verdict).toBe("block");
        if (found.is_vpn || found.is_hosting) expect(verdict).toBeOneOf(["review", "block"]);
      }),
      cases(20, 6),
    );
  });
});
