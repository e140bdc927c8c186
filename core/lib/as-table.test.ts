import { expect, test } from "bun:test";
import { asTable } from "hub";

test("a table has the given names and no inherited ones", () => {
  const table = asTable({ red: "#f00", ["__proto__"]: "#fff" });
  expect(["red", "__proto__", "constructor", "toString"].map((name) => table[name])).toEqual([
    "#f00",
    "#fff",
    undefined,
    undefined,
  ]);
  expect(Object.keys(table)).toEqual(["red", "__proto__"]);
});
