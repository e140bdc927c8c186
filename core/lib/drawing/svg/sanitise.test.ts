import { expect, test } from "bun:test";
import { sanitiseSvg } from "./sanitise.ts";

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inner}</svg>`;

test("a harmless drawing is unchanged", () => {
  const drawing = svg('<g fill="red"><path d="M0 0h9v9z" style="opacity:.5"/></g>');
  expect(sanitiseSvg(drawing)).toBe(drawing);
});

test.each([
  "<script>alert(1)</script>",
  '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>',
  '<image href="https://evil.example/x.png"/>',
  '<image href="/etc/passwd"/>',
  '<image xlink:href="data:image/svg+xml;base64,PHN2Zy8+" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
  '<use href="https://evil.example/x.svg#a"/>',
  '<animate attributeName="href" values="javascript:alert(1)"/>',
  '<a href="javascript:alert(1)"><path d="M0 0"/></a>',
  "<!-- a comment -->",
])("%s is removed", (inner) => {
  expect(sanitiseSvg(svg(inner))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
  );
});

test.each([
  'onload="alert(1)"',
  'fill="url(https://evil.example/x)"',
  'style="background:url(//evil.example)"',
  'style="fill:u\\72l(//evil.example)"',
  'href="data:text/html,x"',
])("an element loses %s", (attribute) => {
  expect(sanitiseSvg(svg(`<path d="M0 0" ${attribute}/>`))).toBe(svg('<path d="M0 0"/>'));
});

test("a style sheet is only kept if it has no external references", () => {
  expect(sanitiseSvg(svg("<style>.a{fill:url(#b)}</style>"))).toContain(".a{fill:url(#b)}");
  expect(sanitiseSvg(svg("<style>@import 'x.css';</style>"))).not.toContain("import");
});

test("entities of a DOCTYPE aren't expanded", () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg("<text>&a;</text>")}`;
  expect(() => sanitiseSvg(bomb)).toThrow("not well-formed");
});

test("nested copies are counted before they are drawn", () => {
  const groups = Array.from(
    { length: 9 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(9)}</g>`,
  );
  expect(() => sanitiseSvg(svg(`<path id="g0" d="M0 0"/>${groups.join("")}`))).toThrow("20000");
  expect(() => sanitiseSvg(svg('<g id="a"><use href="#a"/></g>'))).toThrow("copy of itself");
});

test("filters are counted, and those that a large number makes slow are removed", () => {
  const blur =
    '<filter id="f"><feTurbulence numOctaves="999"/><feGaussianBlur stdDeviation="2"/></filter>';
  const useFilter = (count: number) => `${blur}${'<path filter="url(#f)"/>'.repeat(count)}`;
  expect(sanitiseSvg(svg(useFilter(9)))).not.toContain("feTurbulence");
  for (const inner of [useFilter(30), '<g style="FILTER:blur(9px)"/>'.repeat(50)])
    expect(() => sanitiseSvg(svg(inner))).toThrow("20000 elements");
  expect(sanitiseSvg(svg("<style>path{filter:blur(9px)}</style>"))).not.toContain("blur");
});

test("an SVG that is invalid, too long or too deep is rejected with a message", () => {
  expect(() => sanitiseSvg("<html/>")).toThrow('must be "svg": it is "html"');
  expect(() => sanitiseSvg(" ".repeat(300_000))).toThrow("at most 262144 bytes: it has 300000");
  expect(() => sanitiseSvg(svg("<g>".repeat(99) + "</g>".repeat(99)))).toThrow("64 elements deep");
  expect(() => sanitiseSvg(svg("<g/>".repeat(5000)))).toThrow("at most 5000 elements");
});
