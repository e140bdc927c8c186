import { describe, expect, test } from "bun:test";
import { prefixOfAddress } from "./addresses.ts";
import { callerAddress } from "./caller-address.ts";

function call(peer: string, forwarded?: string) {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return { peer, request: new Request("http://localhost/", { headers }) };
}

test("without trusted proxies nobody can name another address than his own", () => {
  expect(callerAddress([])(call("192.0.2.1", "198.51.100.1"))).toBe("192.0.2.1");
});

describe("behind trusted proxies", () => {
  const addressOf = callerAddress(["10.0.0.0/8", "::1"]);
  test.each([
    ["the address the proxy saw", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["not what the caller wrote before it", "10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"],
    ["the first that is no proxy", "10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["the proxy itself where it names nobody", "10.0.0.1", undefined, "10.0.0.1"],
    ["the proxy itself where it names nonsense", "10.0.0.1", "unknown", "10.0.0.1"],
    ["an IPv4 proxy seen over IPv6", "::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["a stranger's own address", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
  ])("a caller is %s", (_, peer, forwarded, expected) => {
    expect(addressOf(call(peer, forwarded))).toBe(expected);
  });
});

test.each(["proxy", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "::/129"])(
  "a proxy list that has %j is refused by name",
  (entry) => {
    expect(() => callerAddress(["10.0.0.0/8", entry])).toThrow(
      `TRUSTED_PROXIES must list addresses or CIDR ranges: it has "${entry}"`,
    );
  },
);

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s is limited as %s", (address, prefix) => {
  expect(prefixOfAddress(address)).toBe(prefix);
});
