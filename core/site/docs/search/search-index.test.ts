import { expect, test } from "bun:test";
import { SearchIndex } from "./search-index.ts";

const index = await SearchIndex.build([
  { thing: "shorten", title: "Create a short link", names: "/api/url/shorten" },
  { thing: "metadata", title: "Get the metadata of a web page", fields: "favicon icons[].url" },
  { thing: "invoice", title: "Create a PDF invoice", text: "An invoice in one call" },
  { thing: "guide", title: "Invoices", text: "All about them", boost: 0.01 },
  { thing: "colour", title: "Farbe wählen" },
]);

test.each([
  ["shoten", "shorten"],
  ["shortn", "shorten"],
  ["metdaata", "metadata"],
  ["invioces", "guide"],
  ["wahlen", "colour"],
])("forgives the typo in %j", (query, thing) => {
  expect(index.find(query, 5)).toContain(thing);
});

test.each([
  ["sho", ["shorten"]],
  ["favicon", ["metadata"]],
  ["tax", ["invoice"]],
  ["TAX", ["invoice"]],
  ["constructor", []],
  ["pdg", []],
  ["a", []],
  ["", []],
  ["\u0000 ' \" ( ) * + ? [ \\", []],
])("finds what %j begins, names or means", (query, things) => {
  expect(index.find(query, 5)).toEqual(things);
});

test("prefers words to their typos and beginnings, and items with a boost", () => {
  const [first] = index.find("invoice", 5);
  expect(first).toBe("invoice");
  expect(index.find("create", 1)).toHaveLength(1);
});

test("a query of 200 letters without a match finds nothing", () => {
  expect(index.find("q".repeat(200), 5)).toEqual([]);
  expect(index.find("zq ".repeat(66), 5)).toEqual([]);
});
