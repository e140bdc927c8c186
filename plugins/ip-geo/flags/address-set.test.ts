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
