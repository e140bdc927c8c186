import { expect, test } from "bun:test";
import { parseAddress } from "hub/net";
import { packSystems } from "./pack.ts";
import { openSystems } from "./systems.ts";

const lists = {
  ipv4: '1.0.0.0,1.0.0.255,64500,"Übung, ""GmbH"""\n1.0.1.0,1.0.1.255,64500,Same\n9.0.0.0,9.0.0.9,64496,Nine\n',
  ipv6: "2001:db8::,2001:db8:0:1:ffff:ffff:ffff:ffff,64500,Last\n",
};
const packed = packSystems(lists) as Uint8Array<ArrayBuffer>;
const systems = openSystems(packed);

function find(text: string) {
  return systems.find(parseAddress(text)!);
}

test("an address belongs to the system of its range", () => {
  expect(find("9.0.0.9")).toMatchObject({ asn: 64496, name: "Nine" });
  expect(find("2001:db8:0:1::5")).toMatchObject({ asn: 64500, name: "Last" });
});

test("an address between, before or after the ranges has no system", () => {
  for (const text of ["0.255.255.255", "1.0.2.0", "9.0.0.10", "255.255.255.255"])
    expect(find(text)).toBeUndefined();
  for (const text of ["::1", "2001:db8:0:2::", "ffff::"]) expect(find(text)).toBeUndefined();
});

test("merges adjacent ranges of a system", () => {
  expect(systems.listRanges(64500).map(({ bits }) => bits)).toEqual([32, 128]);
  expect(find("1.0.0.7")).toMatchObject({ first: 0x01000000n, last: 0x010001ffn });
});

test("a name may contain quotes, commas and non-ASCII letters", () => {
  const one = packSystems({ ...lists, ipv6: "", ipv4: lists.ipv4.split("\n")[0]! });
  expect(openSystems(one as Uint8Array<ArrayBuffer>).findName(64500)).toBe('Übung, "GmbH"');
});

test("a system without a range is unknown", () => {
  expect(systems.findName(1)).toBeUndefined();
  expect(systems.listRanges(1)).toEqual([]);
});

test("rejects a damaged list", () => {
  expect(() => openSystems(packed.slice(0, 60))).toThrow("damaged");
  expect(() => openSystems(new Uint8Array(64))).toThrow("damaged");
  expect(() => packSystems({ ipv4: "1.0.0.0,1.0.0,1,x", ipv6: "" })).toThrow(
    "Cannot read the line",
  );
});
