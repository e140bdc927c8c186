import { expect, test } from "bun:test";
import { parseAddress } from "hub/net";
import { findBlockAround, formatNetwork, type Range, splitBlocks, writePart } from "./blocks.ts";

function range(first: string, last: string): Range {
  const [start, end] = [parseAddress(first)!, parseAddress(last)!];
  return { bits: start.bits, first: start.value, last: end.value };
}

test.each([
  ["10.0.0.0", "10.255.255.255", ["10.0.0.0/8"]],
  ["10.0.0.1", "10.0.0.6", ["10.0.0.1/32", "10.0.0.2/31", "10.0.0.4/31", "10.0.0.6/32"]],
  ["0.0.0.0", "255.255.255.255", ["0.0.0.0/0"]],
  ["255.255.255.255", "255.255.255.255", ["255.255.255.255/32"]],
  ["2001:db8::", "2001:db8:2:ffff:ffff:ffff:ffff:ffff", ["2001:db8::/47", "2001:db8:2::/48"]],
])("%s to %s consists of the blocks %p", (first, last, blocks) => {
  expect(splitBlocks(range(first, last)).map(writePart)).toEqual(blocks);
});

test("the block around an address is the largest within the range", () => {
  const part = range("10.0.0.1", "10.0.0.6");
  expect(findBlockAround(parseAddress("10.0.0.3")!, part)).toBe("10.0.0.2/31");
  expect(findBlockAround(parseAddress("10.0.0.1")!, part)).toBe("10.0.0.1/32");
  const all = range("::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff");
  expect(findBlockAround({ bits: 128, value: 5n }, all)).toBe("::/0");
});

test("the network of an address has zeros after its prefix", () => {
  expect(formatNetwork(parseAddress("8.8.8.8")!, 24)).toBe("8.8.8.0/24");
  expect(formatNetwork(parseAddress("2001:db8::1")!, 32)).toBe("2001:db8::/32");
});
