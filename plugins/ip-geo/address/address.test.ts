import { expect, test } from "bun:test";
import { readAddress } from "./address.ts";

test.each([
  ["8.8.8.8", "8.8.8.8"],
  ["255.255.255.255", "255.255.255.255"],
  ["2001:DB8:0:0:0:0:2:1", "2001:db8::2:1"],
  ["2001:db8::1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["2003:0:0:1:0:0:0:1", "2003:0:0:1::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["0:0:0:0:0:0:0:0", "::"],
  ["1:2:3:4:5:6:7:0", "1:2:3:4:5:6:7:0"],
  ["1:0:0:0:0:0:0:0", "1::"],
])("%s is written as %s, by RFC 5952", (text, ip) => {
  expect(readAddress(text)).toMatchObject({ ip, text: ip, embedded: null });
});

test.each([
  ["::ffff:8.8.8.8", "8.8.8.8"],
  ["2002:808:808::1", "2002:808:808::1"],
  ["64:ff9b::8.8.8.8", "64:ff9b::808:808"],
  ["2001:0:4136:e378:8000:63bf:f7f7:f7f7", "2001:0:4136:e378:8000:63bf:f7f7:f7f7"],
])("for %s, looks up the embedded IPv4 address", (text, ip) => {
  const inner = { embedded: "8.8.8.8", text: "8.8.8.8", target: { bits: 32, value: 0x08080808n } };
  expect(readAddress(text)).toMatchObject({ ip, ...inner });
});

test.each(["0177.0.0.1", "2130706433", "1.2.3", "0x7f.0.0.1", "1.2.3.4/32", "fe80::1%eth0", ""])(
  "%p isn't an address",
  (text) => {
    expect(readAddress(text)).toBeUndefined();
  },
);
