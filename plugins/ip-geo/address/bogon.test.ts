import { expect, test } from "bun:test";
import { isPublicAddress, parseAddress } from "hub";
import { bogonType } from "./bogon.ts";

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
  expect(bogonType(parseAddress(text)!)).toBe(type);
  expect(isPublicAddress(text)).toBe(false);
});

test.each(["1.1.1.1", "172.32.0.0", "100.128.0.0", "2606:4700::1111", "2001:4860:4860::8888"])(
  "%s is none",
  (text) => {
    expect(bogonType(parseAddress(text)!)).toBeNull();
    expect(isPublicAddress(text)).toBe(true);
  },
);
