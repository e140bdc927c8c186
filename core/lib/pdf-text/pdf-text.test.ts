import { expect, test } from "bun:test";
import { create as createFont } from "fontkit";
import { PDFArray, PDFDict, PDFDocument, PDFName } from "pdf-lib";
import { layoutTextNow } from "../drawing/text/layout.ts";
import { readTables } from "../sfnt.ts";
import { matchSpans, spanMax } from "./clusters.ts";
import { FontBook } from "./font-book.ts";
import { PdfFont } from "./pdf-font.ts";
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

/** A font as fontkit reads it: another reader of the format. */
interface ReadFont {
  unitsPerEm: number;
  numGlyphs: number;
  maxp: Record<"maxComponentElements" | "maxComponentDepth" | "maxComponentPoints", number>;
  hmtx: { metrics: { get(index: number): { advance: number; bearing: number } } };
  getGlyph(id: number): { cbox: ReadBox; bbox: ReadBox; advanceWidth: number };
}
interface ReadBox {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

const readFont = (bytes: Uint8Array) => createFont(Buffer.from(bytes)) as unknown as ReadFont;
const listEdges = ({ minX, minY, maxX, maxY }: ReadBox) => [minX, minY, maxX, maxY].map(Math.round);

test.each(["q\u0303q\u0304Ω", "تثبيت", "क्षत", "é ẫ ǭ", "ที่นี่"])(
  "the glyphs of %j have their outlines, boxes and measures in a subset",
  async (text) => {
    for (const { font, clusters } of set(text)) {
      const file = await font.bytes();
      const original = readFont(file);
      const codes = clusters.map(({ parts, advance }) => ({
        parts,
        advance: Math.round(advance * original.unitsPerEm),
      }));
      const subset = readFont(buildSubset(readTables(file, neededTables), codes));
      for (const [index, { parts, advance }] of codes.entries()) {
        const drawn = parts.filter(({ id }) => Number.isFinite(original.getGlyph(id).bbox.minX));
        const glyph = subset.getGlyph(index + 1);
        expect(glyph.advanceWidth).toBe(advance);
        if (drawn.length === 0) continue;
        const places = drawn.map(({ id, x, y }) => {
          const [left = 0, bottom = 0, right = 0, top = 0] = listEdges(original.getGlyph(id).bbox);
          return [left + x, bottom + y, right + x, top + y] as const;
        });
        const edges = [
          Math.min(...places.map(([left]) => left)),
          Math.min(...places.map(([, bottom]) => bottom)),
          Math.max(...places.map(([, , right]) => right)),
          Math.max(...places.map(([, , , top]) => top)),
        ];
        expect(listEdges(glyph.bbox)).toEqual(edges);
        expect(listEdges(glyph.cbox)).toEqual(edges);
        expect(subset.hmtx.metrics.get(index + 1).bearing).toBe(edges[0] ?? 0);
        expect(subset.maxp.maxComponentElements).toBeGreaterThanOrEqual(drawn.length);
      }
      expect(subset.maxp.maxComponentPoints).toBeGreaterThan(0);
      expect(subset.maxp.maxComponentDepth).toBe(original.maxp.maxComponentDepth + 1);
    }
  },
);

test.each(["Value Ωmega abc", "سلام (12) abc שלום", "q\u0303 é क्षत"])(
  "the clusters of %j follow each other without gaps or overlaps",
  (text) => {
    const placed = set(text)
      .flatMap(({ x, clusters }) =>
        clusters.map((cluster) => ({ start: x + cluster.x, end: x + cluster.x + cluster.advance })),
      )
      .filter(({ start, end }) => end - start > 0.001)
      .toSorted((a, b) => a.start - b.start);
    expect(placed[0]?.start).toBeCloseTo(0, 1);
    for (const [index, { end }] of placed.entries())
      expect(placed[index + 1]?.start ?? end).toBeCloseTo(end, 1);
  },
);

test("the widths of a font are the advances of its clusters, in thousandths of an em", async () => {
  const { context } = await PDFDocument.create();
  for (const { font, clusters } of set("Mijl, 1/2 q\u0303 😀")) {
    const book = new PdfFont(font, "F1");
    const codes = clusters.map((cluster) => book.encodeCluster(cluster));
    for (const [index, code] of codes.entries()) {
      expect(book.getWidth(code)).toBeCloseTo((clusters[index]?.advance ?? 0) * 1000, -1);
      expect(book.encodeCluster({ ...clusters[index]! })).toBe(code);
    }
    const ref = context.nextRef();
    await book.embed(context, ref);
    const [descendant] = context
      .lookup(ref, PDFDict)
      .lookup(PDFName.of("DescendantFonts"), PDFArray)
      .asArray();
    const widths = context.lookup(descendant, PDFDict).lookup(PDFName.of("W"), PDFArray);
    const all = Array.from({ length: Math.max(...codes) }, (_, index) => book.getWidth(index + 1));
    expect(String(widths)).toBe(`[ 1 [ ${all.join(" ")} ] ]`);
  }
});

test("a code for one character differs from one for its letters and from other texts", () => {
  const [{ font, clusters }] = set("a") as [Stretch];
  const [letter] = clusters as [Stretch["clusters"][number]];
  const book = new PdfFont(font, "F1");
  const texts = ["a", "b", "ab", "\u{1f600}", "\u{1f601}", "\u{1f600}a"];
  const codes = texts.map((text) => book.encodeCluster({ ...letter, text }));
  const [part] = letter.parts;
  const shifted = [
    { ...part!, x: 1 },
    { ...part!, y: 1 },
  ].map((moved) => book.encodeCluster({ ...letter, parts: [moved] }));
  const doubled = book.encodeCluster({ ...letter, parts: [part!, part!] });
  expect(new Set([...codes, ...shifted, doubled]).size).toBe(9);
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
