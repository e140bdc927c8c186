import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { escapeXml, formatNumber, SvgElement, svg, svgDocument } from "./svg.ts";

const write = (...args: Parameters<typeof svg>) => svg(...args).toString();

test("an element has its attributes and children, and is empty without any", () => {
  expect(write("g")).toBe("<g/>");
  expect(write("g", { id: "a", x: undefined, y: 0 })).toBe('<g id="a" y="0"/>');
  expect(write("text", {}, "a", undefined, false, 1, [" b", [svg("b")]])).toBe(
    "<text>a1 b<b/></text>",
  );
  expect(write("g", {}, "")).toBe("<g/>");
});

test("texts and attributes are escaped, and elements aren't", () => {
  const text = `a&<>"'`;
  const escaped = "a&amp;&lt;&gt;&quot;&apos;";
  expect(write("g", { id: text }, text, svg("b"))).toBe(`<g id="${escaped}">${escaped}<b/></g>`);
  expect(SvgElement.join([svg("a"), undefined, svg("b")]).toString()).toBe("<a/><b/>");
});

test("what XML forbids is removed, and other text stays", () => {
  for (let code = 0; code < 0x20; code++) {
    const char = String.fromCharCode(code);
    expect(escapeXml(`a${char}b`)).toBe([9, 10, 13].includes(code) ? `a${char}b` : "ab");
  }
  expect(escapeXml("a\uFFFE\uFFFF\ud800é😀")).toBe("a\uFFFDé😀");
  const plain = fc.string().map((text) => text.replace(/[&<>"'\p{C}]/gu, ""));
  fc.assert(fc.property(plain, (text) => expect(escapeXml(text)).toBe(text)));
});

describe("a number", () => {
  test("as an attribute has three decimals, or five if it is below one", () => {
    const values = [7, -7, 0.123456, -0.123456, 0.999999, 1.23456, -123.4567, 1e-7];
    expect(values.map((x) => write("g", { x }).slice(6, -3))).toEqual([
      ...["7", "-7", "0.12346", "-0.12346", "1", "1.235", "-123.457", "0"],
    ]);
  });

  test("in a path has two decimals", () => {
    expect([1.005, 1.239, -0.126, 8].map(formatNumber)).toEqual(["1", "1.24", "-0.13", "8"]);
  });
});

test("a document has its size, and a title for screen readers", () => {
  const start = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"';
  expect(svgDocument({ width: 4, height: 3 })).toBe(`${start} viewBox="0 0 4 3"/>`);
  const options = { width: 4, height: 3, viewBox: "1 1 2 2", title: "A", description: "B" };
  expect(svgDocument({ ...options, attributes: { id: "c" } }, svg("g"))).toBe(
    `${start} viewBox="1 1 2 2" role="img" aria-label="A" id="c"><title>A</title><desc>B</desc><g/></svg>`,
  );
});
