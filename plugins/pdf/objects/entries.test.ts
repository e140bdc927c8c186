import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from "pdf-lib";
import {
  dictEntry,
  entry,
  everyDict,
  listDicts,
  listItems,
  nameEntry,
  numberEntry,
  readText,
  textEntry,
  treePairs,
  walkNodes,
} from "./entries.ts";
import { colorOperands, operands, parseRgb, short } from "./operands.ts";

const context = PDFContext.create();
const buildDict = (entries: Record<string, unknown>) =>
  context.obj(entries as never) as unknown as PDFDict;
const hex = (text: string) => PDFHexString.of(text);

describe("an entry", () => {
  const inner = context.register(buildDict({ Size: 3 }));
  const dict = buildDict({ Own: inner, Name: "Word", Number: 7, List: [1, inner, "A"] });
  dict.set(PDFName.of("Text"), PDFString.of("said"));
  dict.set(PDFName.of("Stream"), context.register(context.stream("x", { Width: 5 })));

  test("resolves to the referenced object if it has that type", () => {
    expect(entry(dict, "Own", PDFDict)).toBe(context.lookup(inner, PDFDict));
    expect(entry(dict, "Own", PDFNumber)).toBeUndefined();
    expect(entry(dict, "None", PDFDict)).toBeUndefined();
    expect(entry(undefined, "Own", PDFDict)).toBeUndefined();
    expect(numberEntry(dictEntry(dict, "Own"), "Size")).toBe(3);
    expect(numberEntry(dictEntry(dict, "Stream"), "Width")).toBe(5);
    expect([dictEntry(dict, "List"), dictEntry(dict, "Name")]).toEqual([undefined, undefined]);
  });

  test("of one type isn't returned as another", () => {
    expect([nameEntry(dict, "Name"), nameEntry(dict, "Text")]).toEqual(["Word", undefined]);
    expect([numberEntry(dict, "Number"), numberEntry(dict, "Name")]).toEqual([7, undefined]);
    expect([textEntry(dict, "Text"), textEntry(dict, "Name")]).toEqual(["said", undefined]);
    expect(listItems(entry(dict, "List", PDFArray))).toHaveLength(3);
    expect(listDicts(entry(dict, "List", PDFArray))).toEqual([context.lookup(inner, PDFDict)]);
    expect(listItems(dict)).toEqual([]);
  });
});

describe("a text string", () => {
  test.each<[string, PDFObject, string]>([
    ["in PDFDocEncoding", hex("41A0E9"), "A€é"],
    ["in UTF-16", hex("FEFF0041D83DDE00"), "A😀"],
    ["in UTF-8", hex("EFBBBF41E282AC"), "A€"],
    ["of nothing", hex(""), ""],
    ["of a mark alone", hex("FEFF"), ""],
    ["of half a mark of UTF-8", hex("EFBB41"), "ï»A"],
    ["with escapes", PDFString.of("a\\(b\\051\\n"), "a(b)\n"],
  ])("%s", (_, value, expected) => {
    expect(readText(value)).toBe(expected);
  });

  test("is decoded from either Unicode encoding", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (text) => {
        const utf16 = Buffer.from(text, "utf16le").swap16().toString("hex");
        expect(readText(hex(`feff${utf16}`))).toBe(text);
        expect(readText(hex(`efbbbf${Buffer.from(text).toString("hex")}`))).toBe(text);
      }),
      cases(100),
    );
  });

  test("may be of any length", () => {
    expect(readText(hex("41".repeat(300_000)))).toBe("A".repeat(300_000));
  });
});

describe("a tree", () => {
  const text = (value: PDFObject) => readText(value) ?? String(value);

  test("of names returns the pairs of all leaves in order, without the last of an odd list", () => {
    const leaf = (...names: string[]) =>
      buildDict({ Names: names.map((name) => PDFString.of(name)) });
    const root = buildDict({
      Kids: [leaf("a", "1", "b", "2"), buildDict({ Kids: [leaf("c", "3", "d")] })],
    });
    const pairs = treePairs(root, "Names").map((pair) => pair.map(text).join());
    expect(pairs).toEqual(["a,1", "b,2", "c,3"]);
    expect(treePairs(root, "Nums")).toEqual([]);
    expect(treePairs(undefined, "Names")).toEqual([]);
  });

  test("with a cycle terminates and returns each node once, parents first", () => {
    const [a, b] = [buildDict({ Own: 1 }), buildDict({ Own: 2 })];
    const ref = context.register(a);
    a.set(PDFName.of("Kids"), context.obj([context.register(b)]));
    b.set(PDFName.of("Kids"), context.obj([ref, ref]));
    b.set(PDFName.of("Names"), context.obj([PDFString.of("k"), PDFString.of("v")]));
    expect([...walkNodes([a])]).toEqual([
      { node: a, parents: [] },
      { node: b, parents: [a] },
    ]);
    expect(treePairs(a, "Names")).toHaveLength(1);
  });

  test("is walked in order, each child before the next one", () => {
    const node = (name: string, ...kids: PDFDict[]) => buildDict({ T: name, Kids: kids });
    const roots = [node("a", node("b", node("c")), node("d")), node("e")];
    const walked = [...walkNodes(roots)].map(({ node, parents }) =>
      nameEntry(node, "T")?.padStart(parents.length + 1, " "),
    );
    expect(walked).toEqual(["a", " b", "  c", " d", "e"]);
  });
});

test("finds every dictionary of a document once, at any depth", async () => {
  const document = await PDFDocument.create();
  const marked = (id: number) => document.context.obj({ Id: id });
  const nested = document.context.obj({ Id: 1, List: [[marked(2)], marked(3)] });
  document.context.register(nested);
  document.context.register(document.context.stream("x", { Id: 4, Own: { Id: 5 } }));
  const ids = [...everyDict(document)].flatMap((dict) => numberEntry(dict, "Id") ?? []);
  expect(ids.sort()).toEqual([1, 2, 3, 4, 5]);
  let deep: PDFObject = marked(6);
  for (let level = 0; level < 60; level++) deep = document.context.obj([deep]);
  document.context.register(deep);
  expect([...everyDict(document)].some((dict) => numberEntry(dict, "Id") === 6)).toBe(false);
});

describe("writes operands", () => {
  test("in short form, without exponents or negative zero", () => {
    expect(operands(1, -2.5, 1e-7, -1e-7, 1 / 3, 1e6, 12345.67891)).toBe(
      "1 -2.5 0 0 0.3333 1000000 12345.6789",
    );
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (value) => {
        expect(operands(value)).toMatch(/^-?\d+(\.\d{1,4})?$/);
        expect(Math.abs(Number(operands(value)) - value)).toBeLessThanOrEqual(0.00006);
        expect(Math.abs(short(value) - value)).toBeLessThanOrEqual(0.000006);
      }),
      cases(200),
    );
  });

  test.each<[string, [number, number, number], string]>([
    ["ff8000", [255, 128, 0], "1 0.502 0"],
    ["#f80", [255, 136, 0], "1 0.5333 0"],
    ["000", [0, 0, 0], "0 0 0"],
    ["#0A0b0C", [10, 11, 12], "0.0392 0.0431 0.0471"],
  ])("of the colour %s", (color, rgb, written) => {
    expect(parseRgb(color)).toEqual(rgb);
    expect(colorOperands(rgb)).toBe(written);
  });
});
