import { expect, test } from "bun:test";
import { stream } from "../sample.ts";
import { byEncoding } from "./other-readings.ts";
import { drawing } from "./pages.fixture.ts";
import { buildPatterns } from "./patterns.ts";
import { readItems } from "./verify.ts";

const look = { presets: [], case_sensitive: false, whole_word: false };
const patterns = buildPatterns({ ...look, terms: ["Johnny", "John", "Jo"], regex: ["J.y"] });
const long = patterns.filter(({ term }) => term && term.letters.length >= 4);

const file = "/FontDescriptor<</Type/FontDescriptor/FontFile2 7 0 R>>";
const saying = (entries: string) => `<</Type/Font${entries}/ToUnicode 7 0 R>>`;
const own = saying("/Subtype/Type1/BaseFont/Helvetica");
const embedded = saying(`/Subtype/TrueType/BaseFont/Own${file}`);
const numbered = (system: string, more = "") =>
  saying(
    `/Subtype/Type0/BaseFont/Own/DescendantFonts[<</Type/Font/Subtype/CIDFontType0${system}${more}>>]`,
  );
const adobe = (ordering: string) => `/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})>>`;

const map = stream(
  "/CIDInit/ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <4A> <0078> endbfchar endcmap end end",
);
const withFonts = (font: string, more: readonly string[] = []) =>
  drawing("BT /L 14 Tf 20 150 Td (Johnny) Tj ET", {
    resources: "/Font<</L 6 0 R>>",
    more: [font, map, ...more],
  });

test.each<[string, string, string[], (typeof patterns)[]]>([
  ["no font with a ToUnicode map", own.replace("/ToUnicode 7 0 R", ""), [], []],
  ["a viewer's own font", own, [], [patterns]],
  ["an embedded font", embedded, [], [long]],
  ["one of each", own, [embedded], [patterns, long]],
  ["glyphs that are drawings", saying("/Subtype/Type3/CharProcs<<>>"), [], [long]],
  ["numbers of Adobe for Japanese", numbered(adobe("Japan1")), [], [patterns]],
  ["numbers of Adobe for Korean of 2000", numbered(adobe("KR")), [], [patterns]],
  ["numbers that mean nothing", numbered(adobe("Identity")), [], [long]],
  ["numbers of no system", numbered(""), [], [long]],
  ["numbers for Chinese of an embedded font", numbered(adobe("GB1"), file), [], [long]],
])("selects the patterns for %s", async (_, font, more, expected) => {
  const readings = await byEncoding(withFonts(font, more), patterns);
  expect(readings.map(({ patterns }) => patterns)).toEqual(expected);
});

test("doesn't search for short terms and expressions in meaningless codes", async () => {
  const short = buildPatterns({ ...look, terms: ["Jo"], regex: ["J.*y"] });
  expect(await byEncoding(withFonts(embedded), short)).toEqual([]);
  const readings = await byEncoding(withFonts(own, [embedded]), short);
  expect(readings.map(({ patterns }) => patterns)).toEqual([short]);
});

test("reads a font's codes as they are if it has no ToUnicode map", async () => {
  const read = async (bytes: Uint8Array) =>
    (await readItems(bytes))
      .flat()
      .map(({ text }) => text)
      .join("");
  const bytes = withFonts(own);
  expect(await read(bytes)).toBe("xohnny");
  const [reading] = await byEncoding(bytes, patterns);
  expect(await read(reading?.bytes ?? bytes)).toBe("Johnny");
});
