import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HubError } from "hub";
import { cases } from "hub/testing";
import { colorField, pageNumbers } from "./request.ts";

const numbers = (range: string, pages = 10) => pageNumbers(range, { pages, at: "body.pages" });

function catchFailure(range: string): string[] {
  try {
    numbers(range);
  } catch (error) {
    if (error instanceof HubError) return [error.code, error.message];
    throw error;
  }
  throw new Error("It was let through");
}

// Includes the examples of "Page Selection" in the qpdf manual.
test.each([
  ["1,6,4", [1, 6, 4]],
  ["3-7", [3, 4, 5, 6, 7]],
  ["7-3", [7, 6, 5, 4, 3]],
  ["1-z", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ["1,3,5-9,z", [1, 3, 5, 6, 7, 8, 9, 10]],
  ["r3-r1", [8, 9, 10]],
  ["z-8", [10, 9, 8]],
  ["1-3,r1-r2", [1, 2, 3, 10, 9]],
  ["5,7-9", [5, 7, 8, 9]],
  ["1-z:odd", [1, 3, 5, 7, 9]],
  ["1-z:even", [2, 4, 6, 8, 10]],
  ["7,2-4:odd", [7, 3]],
  ["1-9,x4-6", [1, 2, 3, 7, 8, 9]],
  ["1-5,8,x8,9", [1, 2, 3, 4, 5, 9]],
  ["4-10,x7-9,12-8,xr5", undefined],
  ["1, 2 - 3", [1, 2, 3]],
  ["2,2", [2, 2]],
])("%s", (range, expected) => {
  if (expected) expect(numbers(range)).toEqual(expected);
  else
    expect(catchFailure(range)).toEqual([
      "page_out_of_range",
      "body.pages names page 12 of a document of 10",
    ]);
});

describe("rejects as a range", () => {
  test.each([
    "a",
    "1-2-3",
    "1,,2",
    "",
    "-1",
    "1.5",
    "1:first",
    "1-z:odd:even",
    "x3",
    "r",
    "99999999",
  ])("%j", (range) => {
    expect(catchFailure(range)[0]).toBe("invalid_input");
  });
});

test.each(["11", "0", "r11", "1-99"])("%s is out of range", (range) => {
  expect(catchFailure(range)[0]).toBe("page_out_of_range");
});

test("limits the parts and pages of a range", () => {
  expect(catchFailure("1,".repeat(500).concat("1"))[1]).toBe(
    "body.pages must have at most 500 parts: it has 501",
  );
  expect(catchFailure("1-10,".repeat(201).concat("1"))[0]).toBe("pdf_limit_exceeded");
});

test("expands a range without its groups' order, forwards and backwards", () => {
  const page = fc.integer({ min: 1, max: 10 });
  const end = page.chain((number) =>
    fc.constantFrom([number, `${number}`] as const, [number, `r${11 - number}`] as const),
  );
  fc.assert(
    fc.property(end, end, ([first, from], [last, to]) => {
      const all = numbers(`${from}-${to}`);
      expect([all[0], all.at(-1), all.length]).toEqual([first, last, Math.abs(last - first) + 1]);
      expect(numbers(`${to}-${from}`)).toEqual(all.toReversed());
      expect(numbers(`${from}-${to},x${from}`)).toEqual(all.slice(1));
      const [odd, even] = [numbers(`${from}-${to}:odd`), numbers(`${from}-${to}:even`)];
      expect([...odd, ...even].sort()).toEqual(all.toSorted());
    }),
    cases(200),
  );
});

test.each([
  ["ff8800", true],
  ["#F80", true],
  ["transparent", true],
  ["red", false],
  ["ff88", false],
  ["xff8800", false],
  ["#transparent", false],
])("a colour field accepts %s: %p", (value, isTaken) => {
  const { pattern } = colorField("A colour", { default: "fff", words: ["transparent"] });
  expect(new RegExp(String(pattern)).test(value)).toBe(isTaken);
});
