import { describe, expect, test } from "bun:test";
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFRef } from "pdf-lib";
import { derive } from "../derive.ts";
import { bookPdf } from "../documents.fixture.ts";
import { newDocument, openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { entry, listDicts, nameEntry, textEntry } from "../objects/entries.ts";
import { pageLeaves } from "../objects/page-leaves.ts";
import { streamBytes } from "../objects/streams.ts";
import { writePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";
import { mergeDestinations } from "./catalog.ts";
import {
  Copier,
  destinationFinder,
  findDestination,
  graftPages,
  hangPages,
  readNamedDestinations,
  targetPage,
} from "./graft.ts";

/** Builds a document with these pages of the book. */
async function graftBook(numbers?: number[]) {
  const [source, target] = [await openDocument(bookPdf()), await newDocument()];
  const graft = graftPages(source, target, numbers ? { numbers } : {});
  hangPages(target, graft.pages);
  return { graft, again: await openDocument(await saveDocument(target)) };
}

const listLines = (document: PDFDocument) =>
  pageLeaves(document).map(({ dict }) =>
    Buffer.from(streamBytes(dict.lookup(PDFName.of("Contents"))) ?? [])
      .toString("latin1")
      .replace(/.*Book page (\d).*/, "$1"),
  );

const listLinks = (document: PDFDocument, page: number) =>
  listDicts(entry(document.getPage(page).node, "Annots", PDFArray));

describe("pages are copied into another document", () => {
  test.each([
    [undefined, ["1", "2", "3", "4", "5"]],
    [[3], ["3"]],
    [
      [5, 1, 2],
      ["5", "1", "2"],
    ],
    [
      [2, 2, 1, 2],
      ["2", "2", "1", "2"],
    ],
  ])("%j, in that order", async (numbers, expected) => {
    const { graft, again } = await graftBook(numbers);
    expect(graft.numbers).toEqual(expected.map(Number));
    expect(new Set(graft.pages).size).toBe(expected.length);
    expect(listLines(again)).toEqual(expected);
    // Inherited attributes become the page's own, and none of the other pages is copied along.
    for (const page of again.getPages())
      expect(page.getSize()).toEqual({ width: 300, height: 400 });
    const pages = [...again.context.enumerateIndirectObjects()].filter(
      ([, object]) => object instanceof PDFDict && nameEntry(object, "Type") === "Page",
    );
    expect(pages).toHaveLength(expected.length);
  });

  test("with links to copied pages, and without links to missing pages", async () => {
    const both = (await graftBook([4, 1])).again;
    const links = listLinks(both, 1);
    expect(links).toHaveLength(2);
    expect(entry(links[0], "Dest", PDFArray)?.get(0)).toBe(both.getPage(0).ref);
    const alone = (await graftBook([1])).again;
    expect(listLinks(alone, 0).map((link) => textEntry(entry(link, "A", PDFDict), "URI"))).toEqual([
      "https://example.com/",
    ]);
  });

  test("twice with separate annotations and shared fonts", async () => {
    const { again, graft } = await graftBook([1, 1]);
    expect(graft.copiers).toHaveLength(2);
    const [first, second] = [0, 1].map((page) => again.getPage(page).node);
    const of = (node: PDFDict | undefined, name: string) => node?.get(PDFName.of(name))?.toString();
    expect(of(first, "Resources")).toBe(of(second, "Resources") ?? "");
    expect(of(first, "Annots")).not.toBe(of(second, "Annots"));
  });
});

describe("a copier", () => {
  test("copies each object once, also one that refers to itself", async () => {
    const [source, target] = [await newDocument(), await newDocument()];
    const shared = source.context.register(source.context.obj({ Own: 1 }));
    const loop = source.context.obj({ A: shared, B: [shared] });
    const ref = source.context.register(loop);
    loop.set(PDFName.of("Self"), ref);
    const copier = new Copier(source, target);
    const copy = target.context.lookup(copier.copy(ref), PDFDict);
    expect(copy.get(PDFName.of("Self"))).toBe(copier.of(ref));
    expect(copy.get(PDFName.of("A"))).toBe(entry(copy, "B", PDFArray)?.get(0));
    expect(copier.copy(ref)).toBe(copier.of(ref) as PDFRef);
    expect(copier.of(PDFRef.of(999))).toBeUndefined();
  });

  test("follows reference chains of any length, and copies nothing for missing objects", async () => {
    const [source, target] = [await newDocument(), await newDocument()];
    let ref = PDFRef.of(9_999_999);
    for (let link = 0; link < 50_000; link++)
      ref = source.context.register(source.context.obj([ref]));
    let found = target.context.lookup(new Copier(source, target).copy(ref));
    let length = 0;
    for (; found instanceof PDFArray; length++) found = found.lookup(0);
    expect([length, String(found)]).toEqual([50_000, "null"]);
  });

  test("substitutes objects as configured", async () => {
    const [source, target] = [await newDocument(), await newDocument()];
    const ref = source.context.register(source.context.obj({ Own: 1 }));
    const other = target.context.register(target.context.obj({ Own: 2 }));
    const copier = new Copier(source, target);
    copier.assign(ref, other);
    expect(copier.copy(source.context.obj([ref])).get(0)).toBe(other);
  });
});

test("resolves destinations by name, in the old and new format, and directly", async () => {
  const document = await openDocument(
    writePdf([
      "<</Type/Catalog/Pages 2 0 R/Dests<</old[3 0 R/Fit]>>/Names<</Dests<</Names[(new)<</D[3 0 R/XYZ 1 2 3]>>]>>>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      "[<</Dest/old>><</Dest(new)>><</Dest[3 0 R/FitH 7]>><</A<</S/GoTo/D(new)>>>><</A<</S/GoToR/D[3 0 R/Fit]>>>><</Dest/none>><</Own 1>>]",
    ]),
  );
  const find = destinationFinder(document);
  const items = listDicts(document.context.lookup(PDFRef.of(4)));
  const found = items.map((item) => findDestination(item, find));
  expect(found.map((one) => one?.get(1)?.toString())).toEqual([
    "/Fit",
    "/XYZ",
    "/FitH",
    "/XYZ",
    undefined,
    undefined,
    undefined,
  ]);
  expect(found[0] && targetPage(found[0])).toBe(document.getPage(0).ref);
  expect(targetPage(document.context.obj([]))).toBeUndefined();
  expect(targetPage(document.context.obj([0]))).toBeUndefined();
});

test("named destinations are kept if their page is, and the first of the same name counts", async () => {
  const [first, second] = [await openDocument(bookPdf()), await openDocument(bookPdf())];
  const target = await newDocument();
  const grafts = [
    graftPages(first, target, { numbers: [4, 1] }),
    graftPages(second, target, { numbers: [4] }),
  ];
  hangPages(
    target,
    grafts.flatMap(({ pages }) => pages),
  );
  mergeDestinations(target, grafts);
  const document = await openDocument(await saveDocument(target));
  const found = [...readNamedDestinations(document)].map(([name, to]) => [
    name,
    targetPage(to as PDFArray),
  ]);
  expect(found).toEqual([["two", document.getPage(0).ref]]);
  const other = await derive(first, [1, 2]);
  expect([...readNamedDestinations(other)]).toEqual([]);
});

test("layers that are hidden by default stay hidden", async () => {
  const layer = (name: string) => `<</Type/OCG/Name(${name})>>`;
  const source = await openDocument(
    writePdf([
      "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[4 0 R 5 0 R]/D<</BaseState/OFF/ON[5 0 R]>>>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Properties<</A 4 0 R/B 5 0 R>>>>>>",
      layer("hidden"),
      layer("shown"),
    ]),
  );
  const { document } = await readBack(await saveDocument(await derive(source, [1])));
  const layers = [...(await document.getOptionalContentConfig())];
  expect(layers.map(([, { name, visible }]) => [name, visible])).toEqual([
    ["hidden", false],
    ["shown", true],
  ]);
});
