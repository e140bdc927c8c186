import { describe, expect, test } from "bun:test";
import { PDFDict, PDFDocument, PDFName, PDFRef, PDFStream } from "pdf-lib";
import { streamBytes } from "../objects/streams.ts";
import { stream } from "../sample.ts";
import { contentStreams, dropForms, dropSpoken, replaceStream, sanitise } from "./clean.ts";
import { drawing, type Parts } from "./pages.fixture.ts";

const open = (content: string, parts: Parts = {}) =>
  PDFDocument.load(drawing(content, parts), { updateMetadata: false });

const readText = (value: unknown) =>
  value instanceof PDFStream ? Buffer.from(streamBytes(value) ?? []).toString("latin1") : undefined;

const listKeys = (document: PDFDocument, number: number) =>
  document.context
    .lookup(PDFRef.of(number), PDFDict)
    .keys()
    .map((key) => key.decodeText())
    .sort();

describe("finds the streams that draw", () => {
  test("in page contents, forms, patterns and Type 3 glyphs, and no others", async () => {
    const document = await open("page", {
      more: [
        stream("form", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]"),
        stream("pattern", "/PatternType 1/BBox[0 0 9 9]"),
        "<</Type/Font/Subtype/Type3/CharProcs<</a 9 0 R/b 10 0 R>>>>",
        stream("glyph a"),
        stream("glyph b"),
        stream("picture", "/Type/XObject/Subtype/Image"),
        stream("anything"),
        "<</Type/Font/Subtype/Type1/CharProcs<</a 12 0 R>>>>",
      ],
    });
    const found = contentStreams(document);
    const texts = [...found.values()].map(readText).sort();
    expect(texts).toEqual(["form", "glyph a", "glyph b", "page", "pattern"]);
    for (const [ref, one] of found) expect(document.context.lookup(ref)).toBe(one);
  });

  test("in a page's list of streams, even if there is only one", async () => {
    for (const contents of ["[6 0 R 7 0 R]", "8 0 R"]) {
      const document = await open("none", {
        more: [stream("first"), stream("second"), "[6 0 R 7 0 R]"],
      });
      const [numbers = ""] = contents.match(/\[.*/) ?? [];
      const refs = numbers ? document.context.obj([PDFRef.of(6), PDFRef.of(7)]) : PDFRef.of(8);
      document.getPage(0).node.set(PDFName.of("Contents"), refs);
      expect([...contentStreams(document).values()].map(readText)).toEqual(["first", "second"]);
    }
  });
});

describe("replacing the bytes of a stream", () => {
  const parts = {
    more: [stream("old bytes", "/Own(stays)/DecodeParms[null<</K -1>>]/Width 9")],
  };

  test("keeps its other entries and removes the filters of the old bytes", async () => {
    const document = await open("", parts);
    const bytes = Buffer.from("other bytes, of another length");
    replaceStream(document, PDFRef.of(6), { bytes });
    const changed = document.context.lookup(PDFRef.of(6), PDFStream);
    expect(readText(changed)).toBe(bytes.toString());
    const names = changed.dict.keys().map((key) => key.decodeText());
    expect(names).toEqual(expect.arrayContaining(["Own", "Width", "Filter"]));
    expect(names).not.toContain("DecodeParms");
    const again = await PDFDocument.load(await document.save());
    expect(readText(again.context.lookup(PDFRef.of(6)))).toBe(bytes.toString());
  });

  test("with bytes that are still encoded keeps the last filter's parameters", async () => {
    const document = await open("", parts);
    replaceStream(document, PDFRef.of(6), { bytes: Buffer.from("fax"), filter: "CCITTFaxDecode" });
    const { dict } = document.context.lookup(PDFRef.of(6), PDFStream);
    expect(dict.lookup(PDFName.of("Filter"))).toBe(PDFName.of("CCITTFaxDecode"));
    expect(dict.lookup(PDFName.of("DecodeParms"), PDFDict).toString()).toContain("/K -1");
  });
});

describe("replacement text for glyphs", () => {
  test("is removed from dictionaries and content, and reported", async () => {
    const document = await open("/Span <</ActualText(Johnny)>> BDC 0 0 9 9 re f EMC", {
      more: ["<</S/P/Alt(Johnny)/ActualText(Johnny)/E(Johnny)/K 0>>"],
    });
    expect(dropSpoken(document)).toBe(true);
    expect(listKeys(document, 6)).toEqual(["K", "S"]);
    const [content] = contentStreams(document).values();
    expect(readText(content)).not.toContain("Johnny");
    expect(readText(content)).toContain("0 0 9 9 re f");
    expect(dropSpoken(document)).toBe(false);
  });

  test.each([
    ["in a dictionary", "0 0 9 9 re f", "<</Alt(Johnny)>>"],
    ["in content", "/Span <</ActualText(Johnny)>> BDC EMC", "<</Own(Johnny)>>"],
  ])("%s alone is reported as well", async (_, content, more) => {
    expect(dropSpoken(await open(content, { more: [more] }))).toBe(true);
  });

  test("is left alone if there is none, and content doesn't change", async () => {
    const document = await open("BT /F 9 Tf (Johnny) Tj ET");
    const before = [...contentStreams(document).values()];
    expect(dropSpoken(document)).toBe(false);
    expect([...contentStreams(document).values()]).toEqual(before);
  });
});

test("removes the form and the NeedsRendering entry", async () => {
  const document = await open("", { catalog: "/AcroForm<</Fields[]>>/NeedsRendering true" });
  dropForms(document);
  expect(document.catalog.toString()).not.toMatch(/AcroForm|NeedsRendering/);
  expect(document.getPageCount()).toBe(1);
});

describe("sanitising a file", () => {
  const of = (names: readonly string[], value = "(x)") =>
    names.map((name) => `/${name}${value}`).join("");

  test("removes everything invisible from the catalog, and keeps what is visible", async () => {
    const gone = [
      ...["Metadata", "OpenAction", "AA", "AF", "PieceInfo", "SpiderInfo", "Collection", "Perms"],
      ...["Legal", "DSS", "URI", "Threads"],
    ];
    const kept = ["Lang", "OCProperties", "OutputIntents", "PageLabels", "ViewerPreferences"];
    const document = await open("", { catalog: of([...gone, ...kept]) });
    sanitise(document);
    expect(listKeys(document, 1)).toEqual([...kept, "Pages", "Type"].sort());
  });

  test("removes named scripts and attachments, and keeps named destinations", async () => {
    const gone = ["JavaScript", "EmbeddedFiles", "AlternatePresentations", "Renditions"];
    const names = of([...gone, "Dests"], "<<>>");
    const document = await open("", { catalog: "/Names 6 0 R", more: [`<<${names}>>`] });
    sanitise(document);
    expect(listKeys(document, 6)).toEqual(["Dests"]);
  });

  test("removes private data, thumbnails and alternate versions from every object", async () => {
    const gone = ["Metadata", "AA", "PieceInfo", "Thumb", "AF", "LastModified", "JS", "OPI"];
    const more = [`<<${of([...gone, "Alternates", "Own"])}>>`];
    const document = await open("", { more });
    sanitise(document);
    expect(listKeys(document, 6)).toEqual(["Own"]);
  });

  test("removes titles from the structure tree only", async () => {
    const document = await open("", {
      more: ["<</Type/StructElem/S/P/T(Johnny)>>", "<</Type/Other/T(x)>>"],
    });
    sanitise(document);
    expect([listKeys(document, 6), listKeys(document, 7)]).toEqual([
      ["S", "Type"],
      ["T", "Type"],
    ]);
  });

  test("removes annotations from pages, and metadata from the file", async () => {
    const document = await open("", {
      page: "/Annots[6 0 R]",
      more: ["<</Type/Annot/Subtype/Text>>", "<</Author(Johnny)>>"],
      trailer: "/Info 7 0 R",
    });
    sanitise(document);
    expect(document.getPage(0).node.has(PDFName.of("Annots"))).toBe(false);
    expect(document.context.trailerInfo.Info).toBeUndefined();
  });

  test.each([
    ["/S/GoTo/D[3 0 R/Fit]", true],
    ["/S/URI/URI(https://example.com)", false],
    ["/S/Launch/F(a.exe)", false],
    ["/S/GoToR/F(b.pdf)", false],
    ["/S/JavaScript", false],
    // Not an action: the A of another dictionary.
    ["/Own 1", true],
  ])("a bookmark with the action <<%s>> keeps it: %p", async (action, isKept) => {
    const document = await open("", { more: [`<</Title(a)/A<<${action}>>>>`] });
    sanitise(document);
    expect(listKeys(document, 6)).toEqual(isKept ? ["A", "Title"] : ["Title"]);
  });
});
