import { expect, test } from "bun:test";
import { PDFDocument } from "pdf-lib";
import { layoutTextNow } from "../drawing/text/layout.ts";
import { readTables } from "../sfnt.ts";
import { matchSpans, spanMax } from "./clusters.ts";
import { FontBook } from "./font-book.ts";
import { buildStretches, type Stretch } from "./stretches.ts";
import { buildSubset, neededTables, Outlines } from "./subset.ts";

function set(text: string): Stretch[] {
  const { lines } = layoutTextNow(text, { size: 10, emoji: "plain" });
  return buildStretches(lines[0]!.runs, 10);
}

const listClusterTexts = (text: string) =>
  set(text).map(({ clusters }) => clusters.map((cluster) => cluster.text));

test("an Arabic letter has its dots, and its visible position", () => {
  const [word] = set("تث");
  expect(word!.clusters.map(({ text }) => text)).toEqual(["ث", "ت"]);
  for (const { parts } of word!.clusters) expect(parts.length).toBeGreaterThan(1);
});

test("characters that are drawn as one glyph have one code, and each code has a glyph", () => {
  const [word] = set("क्षत");
  const told = word!.clusters.map(({ text, parts }) => [text, parts.length > 0]);
  expect(told).toEqual([
    ["क", true],
    ["्ष", false],
    ["त", true],
  ]);
});

test("marks are codes without a glyph, so that letters keep their width", () => {
  const [word] = set("q\u0303q\u0303");
  expect(word!.clusters.map(({ text, parts }) => [text, parts.length])).toEqual([
    ["q", 2],
    ["\u0303", 0],
    ["q", 2],
    ["\u0303", 0],
  ]);
});

test("accents of a known letter are extracted with it", () => {
  expect(listClusterTexts("e\u0301")).toEqual([["é"]]);
});

test("spaces use the font of the word before them", () => {
  expect(listClusterTexts("سلام عليكم")).toHaveLength(1);
});

test("stretches are in reading order", () => {
  expect(listClusterTexts("سلام (12) abc").map((texts) => texts.join(""))).toEqual([
    "مالس",
    " ",
    "(",
    "12",
    ")",
    " ",
    "abc",
  ]);
});

test("a letter with a thousand marks is split into as many codes as necessary", () => {
  const marks = Array.from({ length: 1000 }, () => 0x303);
  const spans = matchSpans(
    ["q", ..."\u0303".repeat(1000)],
    [{ codePoints: [0x71, ...marks] }, ...marks.map(() => ({ codePoints: [] }))],
  );
  for (const { characters, glyphs } of spans) {
    expect(characters[1] - characters[0]).toBeLessThanOrEqual(spanMax);
    expect(glyphs[1] - glyphs[0]).toBeLessThanOrEqual(spanMax);
  }
  expect(spans.at(-1)).toMatchObject({ characters: [expect.any(Number), 1001] });
});

test("characters without a matching glyph are extracted with their neighbours", () => {
  const spans = matchSpans([..."abc"], [{ codePoints: [0x7a] }]);
  expect(spans).toEqual([{ characters: [0, 3], glyphs: [0, 1] }]);
});

test("a subset has a glyph for each code, and the components of composite ones", async () => {
  const [{ font, clusters }] = set("ت") as [Stretch];
  const tables = readTables(await font.bytes(), neededTables);
  const [{ parts }] = clusters as [Stretch["clusters"][number]];
  const subset = readTables(buildSubset(tables, [{ parts, advance: 500 }]), neededTables);
  const view = (name: string) => new DataView(Uint8Array.from(subset.get(name)!).buffer);
  expect(view("maxp").getUint16(4)).toBe(2 + parts.length);
  expect(view("hmtx").getUint16(4)).toBe(500);
  // The glyph for missing characters is empty, because no code shows it.
  expect(view("loca").getUint16(2)).toBe(0);
  const glyph = view("loca").getUint16(2) * 2;
  expect(view("glyf").getInt16(glyph)).toBe(-1);
  expect(view("glyf").getUint16(glyph + 12)).toBe(2);
});

test("a subset has complete outlines, with short or long offsets", async () => {
  const [{ font }] = set("a") as [Stretch];
  const tables = readTables(await font.bytes(), neededTables);
  const all = new Outlines(tables);
  const simple = Array.from({ length: font.engine.numGlyphs - 1 }, (_, index) => index + 1).filter(
    // Composite glyphs refer to other glyphs, whose numbers differ in a subset.
    (id) => all.of(id).length > 0 && (all.of(id)[0] ?? 0) < 0x80,
  );
  for (const [count, form] of [
    [100, 0],
    [5000, 1],
  ] as const) {
    const ids = Array.from({ length: count }, (_, index) => simple[index % simple.length] ?? 0);
    const codes = ids.map((id) => ({ parts: [{ id, x: 0, y: 0 }], advance: all.advance(id) }));
    const subset = readTables(buildSubset(tables, codes), neededTables);
    expect(subset.get("head")?.[51]).toBe(form);
    const own = new Outlines(subset);
    for (const [index, id] of ids.entries()) {
      const { length } = all.of(id);
      expect(own.of(index + 1).subarray(0, length)).toEqual(all.of(id));
      expect(own.of(index + 1).length).toBe(length + (length % 2));
    }
  }
});

test("a full font is followed by another", () => {
  const book = new FontBook();
  const [{ font, clusters }] = set("a") as [Stretch];
  const [letter] = clusters as [Stretch["clusters"][number]];
  const many = Array.from({ length: 15_000 }, (_, at) => ({ ...letter, text: `a${at}` }));
  const place = { size: 1, x: 0, y: 0 };
  expect(book.show({ font, clusters: many }, place)).toStartWith("/F1 ");
  const others = many.map((cluster) => ({ ...cluster, text: `b${cluster.text}` }));
  expect(book.show({ font, clusters: others }, place)).toStartWith("/F2 ");
});

test("the same text is written as the same bytes", async () => {
  async function writeTexts(): Promise<Uint8Array> {
    const document = await PDFDocument.create({ updateMetadata: false });
    const book = new FontBook();
    for (const stretch of set("تاريخ Ω q\u0303")) book.show(stretch, { size: 9, x: 0, y: 0 });
    await book.embed(document.context);
    return document.save();
  }
  expect(await writeTexts()).toEqual(await writeTexts());
});
