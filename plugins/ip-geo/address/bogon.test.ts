import { expect, test } from "bun:test";
import { isPublicAddress, parseAddress } from "hub/net";
import { packSystems } from "../asn/pack.ts";
import { openSystems } from "../asn/systems.ts";
import { findBogonType } from "../lookup.ts";
import { buildAsSource } from "../open-data.ts";
import { getBogonType } from "./bogon.ts";

test.each([
  ["0.0.0.0", "this_network"],
  ["10.1.2.3", "private"],
  ["100.64.0.1", "carrier_grade_nat"],
  ["127.0.0.1", "loopback"],
  ["169.254.169.254", "link_local"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["198.51.100.7", "documentation"],
  ["239.1.1.1", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["255.255.255.254", "reserved"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["2001:10::1", "orchid"],
  ["2001:db8::1", "documentation"],
  ["fd00::1", "private"],
  ["fe80::1", "link_local"],
  ["ff02::1", "multicast"],
  ["4000::1", "unallocated"],
])("%s is %s", (text, type) => {
  expect(getBogonType(parseAddress(text)!)).toBe(type);
  expect(isPublicAddress(text)).toBe(false);
});

test.each(["1.1.1.1", "172.32.0.0", "100.128.0.0", "2606:4700::1111", "2001:4860:4860::8888"])(
  "%s isn't a bogon",
  (text) => {
    expect(getBogonType(parseAddress(text)!)).toBeNull();
    expect(isPublicAddress(text)).toBe(true);
  },
);

test.each(["192.0.0.9", "192.0.0.10", "192.88.99.1", "2001:1::1", "2001:4:112::1", "2001:20::1"])(
  "%s isn't a bogon either, although the hub doesn't connect to it",
  (text) => {
    expect(getBogonType(parseAddress(text)!)).toBeNull();
    expect(isPublicAddress(text)).toBe(false);
  },
);

test("a range that IANA assigned later isn't a bogon once it is announced", () => {
  const ipv6 = "2d00::,2d00:ffff:ffff:ffff:ffff:ffff:ffff:ffff,64500,New\n";
  const packed = packSystems({ ipv4: "", ipv6 }) as Uint8Array<ArrayBuffer>;
  const systems = Object.assign(openSystems(packed), { source: buildAsSource("2030-01-01") });
  expect(findBogonType(parseAddress("2d00::1")!, { systems })).toBeNull();
  expect(findBogonType(parseAddress("2d01::1")!, { systems })).toBe("unallocated");
  expect(findBogonType(parseAddress("10.0.0.1")!, { systems })).toBe("private");
});
