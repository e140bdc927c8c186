import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (query: Record<string, string>) =>
  hub.get(`/api/dev/cidr?${new URLSearchParams(query)}`);
const describe = async (value: string, query = {}) => json(await ask({ value, ...query }));

// Calculated by Python's module ipaddress.
test.each([
  ["0.0.0.0/0", "0.0.0.0/0", "0.0.0.0", "255.255.255.255", "4294967296", "0.0.0.0.in-addr.arpa"],
  ["10.0.0.0/8", "10.0.0.0/8", "255.0.0.0", "10.255.255.255", "16777216", "0.0.0.10.in-addr.arpa"],
  ["10.1.2.3/8", "10.0.0.0/8", "255.0.0.0", "10.255.255.255", "16777216", "3.2.1.10.in-addr.arpa"],
  [
    "172.16.0.0/12",
    "172.16.0.0/12",
    "255.240.0.0",
    "172.31.255.255",
    "1048576",
    "0.0.16.172.in-addr.arpa",
  ],
  [
    "192.168.1.130/25",
    "192.168.1.128/25",
    "255.255.255.128",
    "192.168.1.255",
    "128",
    "130.1.168.192.in-addr.arpa",
  ],
  ["192.0.2.1", "192.0.2.1/32", "255.255.255.255", "192.0.2.1", "1", "1.2.0.192.in-addr.arpa"],
  [
    "198.51.100.0/31",
    "198.51.100.0/31",
    "255.255.255.254",
    "198.51.100.1",
    "2",
    "0.100.51.198.in-addr.arpa",
  ],
  [
    "203.0.113.9/30",
    "203.0.113.8/30",
    "255.255.255.252",
    "203.0.113.11",
    "4",
    "9.113.0.203.in-addr.arpa",
  ],
  [
    "255.255.255.255/32",
    "255.255.255.255/32",
    "255.255.255.255",
    "255.255.255.255",
    "1",
    "255.255.255.255.in-addr.arpa",
  ],
  [
    "100.64.0.0/10",
    "100.64.0.0/10",
    "255.192.0.0",
    "100.127.255.255",
    "4194304",
    "0.0.64.100.in-addr.arpa",
  ],
  [
    "::/0",
    "::/0",
    "::",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "340282366920938463463374607431768211456",
    "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa",
  ],
  [
    "::1",
    "::1/128",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "::1",
    "1",
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa",
  ],
  [
    "2001:db8::/32",
    "2001:db8::/32",
    "ffff:ffff::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "79228162514264337593543950336",
    "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
  ],
  [
    "2001:db8:0:1:1:1:1:1",
    "2001:db8:0:1:1:1:1:1/128",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db8:0:1:1:1:1:1",
    "1",
    "1.0.0.0.1.0.0.0.1.0.0.0.1.0.0.0.1.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
  ],
  [
    "2001:0db8:0000:0000:0001:0000:0000:0001/64",
    "2001:db8::/64",
    "ffff:ffff:ffff:ffff::",
    "2001:db8::ffff:ffff:ffff:ffff",
    "18446744073709551616",
    "1.0.0.0.0.0.0.0.0.0.0.0.1.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
  ],
  [
    "fe80::1234:5678/10",
    "fe80::/10",
    "ffc0::",
    "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "332306998946228968225951765070086144",
    "8.7.6.5.4.3.2.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.e.f.ip6.arpa",
  ],
  [
    "fc00::/7",
    "fc00::/7",
    "fe00::",
    "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2658455991569831745807614120560689152",
    "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.c.f.ip6.arpa",
  ],
  [
    "::ffff:0:0/96",
    "::ffff:0:0/96",
    "ffff:ffff:ffff:ffff:ffff:ffff::",
    "::ffff:ffff:ffff",
    "4294967296",
    "0.0.0.0.0.0.0.0.f.f.f.f.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.ip6.arpa",
  ],
  [
    "2001:db8:a0b:12f0::1/127",
    "2001:db8:a0b:12f0::/127",
    "ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe",
    "2001:db8:a0b:12f0::1",
    "2",
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.f.2.1.b.0.a.0.8.b.d.0.1.0.0.2.ip6.arpa",
  ],
  [
    "64:ff9b::/96",
    "64:ff9b::/96",
    "ffff:ffff:ffff:ffff:ffff:ffff::",
    "64:ff9b::ffff:ffff",
    "4294967296",
    "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.b.9.f.f.4.6.0.0.ip6.arpa",
  ],
])(
  "cidr agrees with Python on %s",
  async (value, network, netmask, last, addresses, reverse_dns) => {
    expect(await describe(value)).toMatchObject({
      network,
      netmask,
      last,
      addresses,
      reverse_dns,
      blocks: [network],
    });
  },
);

test.each<[string, string[]]>([
  ["10.0.0.1-10.0.0.9", ["10.0.0.1/32", "10.0.0.2/31", "10.0.0.4/30", "10.0.0.8/31"]],
  ["0.0.0.0-255.255.255.255", ["0.0.0.0/0"]],
  ["192.168.0.0-192.168.2.255", ["192.168.0.0/23", "192.168.2.0/24"]],
  ["1.2.3.4-1.2.3.4", ["1.2.3.4/32"]],
  [
    "2001:db8::1-2001:db8::10",
    [
      "2001:db8::1/128",
      "2001:db8::2/127",
      "2001:db8::4/126",
      "2001:db8::8/125",
      "2001:db8::10/128",
    ],
  ],
  ["::-::ffff", ["::/112"]],
  ["10.0.0.255-10.0.1.0", ["10.0.0.255/32", "10.0.1.0/32"]],
  ["fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ["fe80::/10"]],
])("cidr covers the range %s with the fewest blocks", async (value, blocks) => {
  expect((await describe(value)).blocks).toEqual(blocks);
});

test("cidr returns the hosts of a block", async () => {
  expect(await describe("192.168.1.130/25")).toMatchObject({
    first_host: "192.168.1.129",
    last_host: "192.168.1.254",
    hosts: "126",
    broadcast: "192.168.1.255",
    wildcard: "0.0.0.127",
    notes: ["192.168.1.130 is not the first address of its network"],
  });
  // RFC 3021.
  expect(await describe("198.51.100.0/31")).toMatchObject({ hosts: "2", broadcast: null });
});

test.each([
  "10.0.0.0/255.255.0.0",
  "10.0.0.0 255.255.0.0",
  "10.0.0.0/0.0.255.255",
  " 10.0.0.0 / 16",
])("cidr reads the block %j", async (value) => {
  expect((await describe(value)).network).toBe("10.0.0.0/16");
});

test.each([
  ["10.0.0.0/8", "10.255.255.255", true],
  ["10.0.0.0/8", "11.0.0.0", false],
  ["10.0.0.0/8", "10.2.0.0/16", true],
  ["10.2.0.0/16", "10.0.0.0/8", false],
  ["10.0.0.0-10.0.0.9", "10.0.0.8/31", true],
  ["::/0", "10.0.0.1", false],
])("cidr knows whether %s contains %s", async (value, contains, expected) => {
  expect((await describe(value, { contains })).contains).toBe(expected);
});

test("cidr returns one block per line to clients that accept text", async () => {
  const plain = async (value: string) => {
    const res = await hub.get(`/api/dev/cidr?value=${value}`, { accept: "text/plain" });
    return res.text();
  };
  expect(await plain("10.1.2.3/8")).toBe("10.0.0.0/8");
  expect(await plain("10.0.0.1-10.0.0.3")).toBe("10.0.0.1/32\n10.0.0.2/31");
});

test("cidr splits a block into subnets", async () => {
  expect((await describe("192.168.10.0/24", { split: "26" })).subnets).toEqual({
    count: "4",
    listed: ["192.168.10.0/26", "192.168.10.64/26", "192.168.10.128/26", "192.168.10.192/26"],
  });
  const { count, listed } = (await describe("2001:db8::/32", { split: "64" })).subnets;
  expect([count, listed.length, listed[1]]).toEqual(["4294967296", 1024, "2001:db8:0:1::/64"]);
});

test.each(["3232235777", "0xC0A80101"])("the number %s is an address", async (value) => {
  expect(await describe(value)).toMatchObject({ first_host: "192.168.1.1", integer: "3232235777" });
});

test.each([
  [{ value: "10.0.0.256" }, 'query.value must have IPv4 or IPv6 addresses: it has "10.0.0.256"'],
  [{ value: "010.0.0.1" }, 'query.value must have IPv4 or IPv6 addresses: it has "010.0.0.1"'],
  [{ value: "10.0.0.0/33" }, 'query.value must have a prefix of 0 to 32 or a netmask: it has "33"'],
  [
    { value: "10.0.0.0/255.0.255.0" },
    'query.value must have a prefix of 0 to 32 or a netmask: it has "255.0.255.0"',
  ],
  [
    { value: "10.0.0.9-10.0.0.1" },
    "query.value must have two addresses of one family in ascending order",
  ],
  [
    { value: "1.1.1.1/8/8" },
    'query.value must be an address, a block or a range: it is "1.1.1.1/8/8"',
  ],
  [{ value: "::1", contains: "x" }, 'query.contains must have IPv4 or IPv6 addresses: it has "x"'],
  [{ value: "10.0.0.0/8", split: "4" }, "query.split must be a prefix of 8 to 32: it is 4"],
  [
    { value: "10.0.0.1-10.0.0.9", split: "32" },
    "query.split must be absent for a range that is not one block",
  ],
])("cidr rejects %j", async (query, detail) => {
  const res = await ask(query);
  expect([res.status, (await json(res)).detail]).toEqual([400, detail]);
});

test.each(["192.168.1.7", "0.0.0.0", "2001:db8::7", "::1", "ffff:ffff::ffff"])(
  "the number and the reverse name of %s are read back",
  async (value) => {
    const { first, integer, reverse_dns } = await describe(value);
    // Numbers below 2^32 are IPv4 addresses.
    const isPlain = value !== "::1" && value !== "0.0.0.0";
    if (isPlain) expect((await describe(integer)).first).toBe(first);
    expect((await describe(reverse_dns)).first).toBe(first);
  },
);

test("a hexadecimal number of more than eight digits is an IPv6 address", async () => {
  expect((await describe("0x20010db8000000000000000000000001")).first).toBe("2001:db8::1");
  expect((await describe("0x00000000000000000000000000000001")).first).toBe("::1");
});
