import { expect, test } from "bun:test";
import { parseAddress } from "hub/net";
import { readAddressSet } from "./address-set.ts";

test("finds an address in its block", async () => {
  const set = await readAddressSet("# a list\n9.9.9.0/24\r\n2001:db8::/32 # six\n\n1.1.1.1\n");
  const find = (text: string) => set.find(parseAddress(text)!);
  expect([set.entries, set.counts]).toEqual([3, { 32: 2, 128: 1 }]);
  expect(find("9.9.9.9")).toBe("9.9.9.0/24");
  expect(find("2001:db8::7")).toBe("2001:db8::/32");
  expect(find("1.1.1.1")).toBe("1.1.1.1/32");
  for (const text of ["1.1.1.0", "1.1.1.2", "9.9.10.0", "0.0.0.0", "2001:db9::"])
    expect(find(text)).toBeUndefined();
});

test("accepts nested and unsorted blocks", async () => {
  const set = await readAddressSet("10.0.0.0/8\n10.1.0.0/16\n9.0.0.0/8\n");
  expect(set.find(parseAddress("10.200.0.1")!)).toBe("10.0.0.0/8");
});

test.each(["", "# comments\n# only\n", "<html>Too many requests</html>", "1.1.1.1\n<html>\n"])(
  "%p isn't a list",
  async (text) => {
    expect(readAddressSet(text)).rejects.toThrow("Cannot use the list");
  },
);

test("finds the first and the last address of each block, and none around it", async () => {
  const blocks = ["0.0.0.0/30", "128.0.0.0/31", "255.255.255.254/31", "::/64", "2001:db8::/32"];
  const set = await readAddressSet([...blocks, "ffff:ffff:ffff:ffff::/64"].join("\n"));
  const find = (text: string) => set.find(parseAddress(text)!) ?? null;
  expect(["0.0.0.0", "0.0.0.3", "0.0.0.4"].map(find)).toEqual(["0.0.0.0/30", "0.0.0.0/30", null]);
  expect(["128.0.0.1", "128.0.0.2"].map(find)).toEqual(["128.0.0.0/31", null]);
  expect(find("255.255.255.255")).toBe("255.255.255.254/31");
  expect(["::", "::ffff:ffff:ffff:ffff", "0:0:0:1::"].map(find)).toEqual(["::/64", "::/64", null]);
  const last = "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff";
  expect([last, "2001:db9::"].map(find)).toEqual(["2001:db8::/32", null]);
  expect(find("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")).toBe("ffff:ffff:ffff:ffff::/64");
});
