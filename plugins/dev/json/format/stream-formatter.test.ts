import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { Fault, Lines } from "../fault.ts";
import { formatJson } from "./format.ts";
import { StreamFormatter } from "./stream-formatter.ts";

const layouts = [
  { indent: 2, minify: false, ascii: false },
  { indent: "tab", minify: false, ascii: true },
  { indent: 0, minify: true, ascii: false },
] as const;

type Layout = (typeof layouts)[number];

/** Returns the result or the fault of the formatter that has the whole text. */
function formatWhole(text: string, layout: Layout): unknown {
  return catchFault(text, () => {
    const { formatted, depth, keys } = formatJson(text, {
      ...{ sort_keys: "none", jsonc: false, ...layout },
    });
    return { formatted, depth, keys };
  });
}

/** Returns the same of the formatter that gets pieces of one size. */
function formatPieces(text: string, layout: Layout, size: number): unknown {
  const formatter = new StreamFormatter(layout);
  return catchFault(
    text,
    () => {
      let formatted = "";
      const characters = [...text];
      for (let at = 0; at < characters.length; at += size)
        for (const piece of formatter.write(characters.slice(at, at + size).join("")))
          formatted += piece;
      formatter.end();
      return { formatted, depth: formatter.depth, keys: formatter.keys };
    },
    (fault) => formatter.getPosition(fault),
  );
}

function catchFault(
  text: string,
  work: () => unknown,
  getPosition = ({ offset }: Fault) => new Lines(text).getPosition(offset),
): unknown {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { message: error.message, offset: error.offset, ...getPosition(error) };
  }
}

const layout = fc.constantFrom(...layouts);
const size = fc.integer({ min: 1, max: 9 });
const valid = fc
  .tuple(fc.json({ stringUnit: "binary" }), fc.constantFrom("", " ", "\r\n", "\t\n\r"))
  .map(([text, blank]) => blank + text.replace(/[,:[\]{}]/g, `${blank}$&${blank}`) + blank)
  .filter((text) => text.isWellFormed());

test("pieces of a valid text are formatted like the text", () => {
  fc.assert(
    fc.property(valid, layout, size, (text, layout, size) => {
      expect(formatPieces(text, layout, size)).toEqual(formatWhole(text, layout));
    }),
    cases(3000, 300),
  );
});

test("a text with one wrong character has the same fault in pieces", () => {
  const characters = [...'{}[],:"\\/ \n\r\t0123456789.eE+-truefalsn\u0001x\u2028é😀\ufeff'];
  fc.assert(
    fc.property(
      ...[valid, fc.nat(), fc.constantFrom("", ...characters), fc.boolean(), layout, size],
      (text, at, character, isInsertion, layout, size) => {
        const units = [...text];
        units.splice(at % (units.length + 1), isInsertion ? 0 : 1, character);
        const changed = units.join("");
        expect(formatPieces(changed, layout, size)).toEqual(formatWhole(changed, layout));
      },
    ),
    cases(20_000, 1500),
  );
});

test.each([
  "",
  " ",
  "\ufeff[1]",
  "-",
  "01",
  "-01",
  "1.",
  "1e",
  "1e+",
  "1.5E-3",
  "truex",
  "tru",
  "true ",
  "nullé",
  '"\\u12',
  '"\\',
  '"a',
  '{"a":1,\r\n\n}',
  "[1,\n\r]",
  "[1 2]",
  '{"a" 1}',
  "{a:1}",
  "[]]",
  "[".repeat(1000) + "]".repeat(1000),
  "[".repeat(1001),
  "[".repeat(100_000),
  "1".repeat(100_000),
])("the case %j is formatted or refused like the whole text", (text) => {
  for (const layout of layouts)
    for (const size of [1, 3, 1000])
      expect(formatPieces(text, layout, size)).toEqual(formatWhole(text, layout));
});
