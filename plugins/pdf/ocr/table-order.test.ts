import { expect, test } from "bun:test";
import type { RecognisedLine } from "../engines/tesseract.ts";
import { orderTables } from "./table-order.ts";

/** Builds lines of text from their positions. */
function lines(...all: [x: number, y: number, text: string][]): RecognisedLine[] {
  return all.map(([x, y, text]) => {
    const words = text.split(" ").map((text, index) => {
      const x0 = x + 100 * index;
      return { text, confidence: 90, bbox: { x0, x1: x0 + 80, y0: y - 30, y1: y }, symbols: [] };
    });
    const baseline = { x0: x, x1: x + 100 * words.length, y0: y, y1: y };
    return { words, baseline, rowAttributes: { rowHeight: 40, descenders: 10 } };
  });
}

const read = (given: readonly RecognisedLine[]) =>
  orderTables(given).map(({ words }) => words.map(({ text }) => text).join(" "));

test("a table without lines is read row by row, in its place", () => {
  const columns = lines(
    [100, 50, "Our offer"],
    [100, 100, "Item"],
    [100, 160, "Bolt M8"],
    [100, 220, "Nut"],
    [100, 400, "We look forward to your order"],
    [600, 104, "Qty"],
    [600, 158, "120"],
    [600, 221, "80"],
    [900, 100, "Price"],
    [900, 160, "14.40"],
    [900, 220, "9.60"],
  );
  expect(read(columns)).toEqual([
    "Our offer",
    ...["Item", "Qty", "Price", "Bolt M8", "120", "14.40", "Nut", "80", "9.60"],
    "We look forward to your order",
  ]);
});

test("two addresses and two columns of prose stay apart", () => {
  const addresses = lines(
    [100, 100, "Bill to"],
    [100, 160, "Acme Ltd"],
    [100, 220, "High Street"],
    [600, 100, "Ship to"],
    [600, 160, "Beta GmbH"],
    [600, 220, "Main Street"],
  );
  expect(read(addresses)[1]).toBe("Acme Ltd");
  const prose = lines(
    [100, 100, "The committee met on Tuesday to"],
    [100, 160, "discuss the new bridge over the"],
    [100, 220, "river and two members of 12"],
    [900, 100, "Prices rose by four per cent"],
    [900, 160, "the second quarter of this year"],
    [900, 220, "than 3 economists had expected then"],
  );
  expect(read(prose)[1]).toBe("discuss the new bridge over the");
});

test("a list of amounts is read row by row", () => {
  const receipt = lines(
    [100, 100, "Milk"],
    [100, 160, "Bread"],
    [100, 220, "Total"],
    [600, 100, "1.85"],
    [600, 160, "2.20"],
    [600, 220, "4.05"],
  );
  expect(read(receipt)).toEqual(["Milk", "1.85", "Bread", "2.20", "Total", "4.05"]);
});
