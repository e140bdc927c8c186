import { expect, test } from "bun:test";
import { isIP } from "node:net";
import { isPublicAddress, parseAddress } from "./ip-address.ts";

test.each([
  ["1.1.1.1"],
  ["8.8.8.8"],
  ["93.184.216.34"],
  ["9.255.255.255"],
  ["11.0.0.0"],
  ["100.63.255.255"],
  ["100.128.0.0"],
  ["126.255.255.255"],
  ["128.0.0.0"],
  ["169.253.255.255"],
  ["172.15.255.255"],
  ["172.32.0.0"],
  ["192.0.1.0"],
  ["198.17.255.255"],
  ["198.20.0.0"],
  ["223.255.255.255"],
  ["2000::"],
  ["2606:4700:4700::1111"],
  ["2001:200::1"],
  ["2001:4860:4860::8888"],
  ["2A00:1450:4001:0810:0000:0000:0000:200E"],
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["0.0.0.0", "this network"],
  ["0.255.255.255", "this network"],
  ["10.0.0.0", "private"],
  ["10.255.255.255", "private"],
  ["100.64.0.0", "carrier-grade NAT"],
  ["100.100.100.200", "Alibaba's metadata"],
  ["100.127.255.255", "carrier-grade NAT"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.255", "loopback"],
  ["168.63.129.16", "Azure's WireServer"],
  ["169.254.169.254", "metadata"],
  ["169.254.170.2", "metadata of containers"],
  ["172.16.0.0", "private"],
  ["172.31.255.255", "private"],
  ["192.0.0.0", "IETF protocols"],
  ["192.0.0.192", "Oracle's metadata"],
  ["192.0.2.1", "TEST-NET-1"],
  ["192.88.99.1", "6to4 relay"],
  ["192.168.1.1", "private"],
  ["198.18.0.0", "benchmarking"],
  ["198.19.255.255", "benchmarking"],
  ["198.51.100.1", "TEST-NET-2"],
  ["203.0.113.255", "TEST-NET-3"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.255", "multicast"],
  ["240.0.0.0", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "unspecified"],
  ["::1", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["::7f00:1", "IPv4-compatible loopback"],
  ["::8.8.8.8", "IPv4-compatible, which no network routes"],
  ["::ffff:0:8.8.8.8", "IPv4-translated"],
  ["64:ff9b:1::8.8.8.8", "local NAT64"],
  ["100::1", "discard"],
  ["2001::1", "Teredo"],
  ["2001:0:808:808::", "Teredo"],
  ["2001:2::1", "benchmarking"],
  ["2001:10::1", "ORCHID"],
  ["2001:1ff:ffff::1", "IETF protocols"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::", "6to4 of loopback"],
  ["2002:808:808::1", "6to4"],
  ["3fff::1", "documentation"],
  ["4000::", "unassigned"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "unique local"],
  ["fd00:ec2::254", "Amazon's metadata"],
  ["fd20:ce::254", "Google's metadata"],
  ["fe80::1", "link-local"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
  ["ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "reserved"],
])("%s is not public: %s", (address) => {
  expect(parseAddress(address)).toMatchObject({ bits: expect.any(Number) });
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ["::ffff:", true],
  ["::FFFF:", true],
  ["0:0:0:0:0:ffff:", true],
  ["64:ff9b::", true],
  ["::ffff:0:", false],
])(
  "an address under %s is as public as its embedded IPv4 address, if that is %p",
  (head, judged) => {
    expect(isPublicAddress(`${head}8.8.8.8`)).toBe(judged);
    expect(isPublicAddress(`${head}808:808`)).toBe(judged);
    for (const inner of ["127.0.0.1", "7f00:1", "10.0.0.1", "a9fe:a9fe", "0.0.0.0"])
      expect(isPublicAddress(`${head}${inner}`)).toBe(false);
  },
);

const malformed = [
  ..."| |.|...|1|1.1|1.1.1|1.1.1.1.1|1.1.1.|.1.1.1|1..1.1|256.1.1.1|01.1.1.1|1.1.1.010".split("|"),
  ..."0x8.8.8.8|8.8.8.8 | 8.8.8.8|8.8.8.8\n|+8.8.8.8|-8.8.8.8|8e0.8.8.8|NaN.8.8.8|134744072".split(
    "|",
  ),
  ..."８.8.8.8|8.8.8.8/32|8.8.8.8:80|example.com|[2606::1]|:|:::|1:|:1|1::2::3|2606::1%eth0".split(
    "|",
  ),
  ..."1:2:3:4:5:6:7|1:2:3:4:5:6:7:8:9|1:2:3:4::5:6:7:8|2606::12345|2606::g|2606::-1|2606::0x1".split(
    "|",
  ),
  ..."2606::1.2.3|8.8.8.8::|2606:8.8.8.8::1|1:2:3:4:5:6:7:8.8.8.8|2606::1 |2606::/32|2606:::1".split(
    "|",
  ),
];

test.each(malformed)("rejects %p as an address", (text) => {
  expect(isIP(text) === 0 || text.includes("%")).toBe(true);
  expect(parseAddress(text)).toBeUndefined();
  expect(isPublicAddress(text)).toBe(false);
});

test("an address is parsed to its number", () => {
  expect(parseAddress("1.2.3.4")).toEqual({ bits: 32, value: 0x01020304n });
  expect(parseAddress("::ffff:1.2.3.4")).toEqual({ bits: 32, value: 0x01020304n });
  expect(parseAddress("1:2:3:4:5:6:7:8")?.value).toBe(0x00010002000300040005000600070008n);
  expect(parseAddress("1::8")?.value).toBe((1n << 112n) | 8n);
  expect(parseAddress("1:2:3:4:5:6:7::")?.value).toBe(0x00010002000300040005000600070000n);
  expect(parseAddress("1::5:1.2.3.4")?.value).toBe((1n << 112n) | 0x000501020304n);
});

test("a text of a million characters is rejected immediately", () => {
  for (const part of [":", ".", "1:", "1.", "::", "0"])
    expect(isPublicAddress(part.repeat(1_000_000 / part.length))).toBe(false);
});
