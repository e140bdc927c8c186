import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PDFArray, PDFName, PDFStream } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import { dictEntry, entry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { stream } from "../sample.ts";
import { clearHiddenDrawings, unfoldDrawings } from "./hidden-drawings.ts";
import { drawing } from "./pages.fixture.ts";
import { buildPatterns } from "./patterns.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

const form = "/Type/XObject/Subtype/Form";
const font = "/Resources<</Font<</F 5 0 R>>>>";
const says = (word: string) => `BT /F 14 Tf 5 5 Td (${word}) Tj ET`;
/** Builds a page that draws forms, the first of which is object 6. */
const withForms = (...more: string[]) =>
  drawing("/X Do", { resources: "/XObject<</X 6 0 R>>", more });

/** Returns the pages that a form with these entries is expanded to: their boxes and content. */
async function unfold(entries: string, content = says("Johnny")) {
  const unfolded = await unfoldDrawings(withForms(stream(content, entries)));
  if (!unfolded) return [];
  const document = await openDocument(unfolded.bytes);
  const added = document.getPages().slice(unfolded.pages);
  return added.map(({ node }) => ({
    box: entry(node, "MediaBox", PDFArray)
      ?.asArray()
      .map((side) => Number(String(side))),
    draws: entry(node, "Contents", PDFArray)
      ?.asArray()
      .map((ref) => Buffer.from(streamBytes(document.context.lookup(ref)) ?? []).toString()),
  }));
}

describe("a stream that draws text gets a separate page", () => {
  test("after those of the file, which don't change", async () => {
    const bytes = withForms(stream(says("Johnny"), `${form}/BBox[0 0 90 20]${font}`));
    const unfolded = await unfoldDrawings(bytes);
    expect(unfolded).toMatchObject({ pages: 1, streams: [{ objectNumber: 6 }] });
    const document = await openDocument(unfolded?.bytes ?? bytes);
    expect(document.getPages().map((page) => page.getSize())).toEqual([
      { width: 300, height: 200 },
      { width: 90, height: 20 },
    ]);
  });

  test.each<[string, string, number[]]>([
    ["its box", "/BBox[1 2 30 40]", [1, 2, 30, 40]],
    ["its box, from any corner", "/BBox[30 40 1 2]", [1, 2, 30, 40]],
    ["its box below zero", "/BBox[-30 -40 -1 -2]", [-30, -40, -1, -2]],
    ["everything, if it has no box", "", [-1000, -1000, 1000, 1000]],
    ["everything, if its box has no fourth side", "/BBox[0 0 90]", [-1000, -1000, 1000, 1000]],
    ["everything, if its box has a fifth side", "/BBox[0 0 9 9 9]", [-1000, -1000, 1000, 1000]],
    ["everything, if a side isn't a number", "/BBox[0 0 /A 20]", [-1000, -1000, 1000, 1000]],
  ])("that shows %s", async (_, entries, box) => {
    expect(await unfold(form + entries + font)).toMatchObject([{ box, draws: [says("Johnny")] }]);
  });

  test.each<[string, string, string]>([
    ["by a string", "(x) Tj", "Tj"],
    ["by a list", "[(x)] TJ", "TJ"],
    ["on the next line", "(x) '", "'"],
    ["on the next line with its spaces", '0 0 (x) "', '"'],
    ["by another drawing", "/Y Do", "Do"],
  ])("%s", async (_, content) => {
    expect(await unfold(form, content)).toHaveLength(1);
  });

  test("but one that draws no text has no page", async () => {
    expect(await unfold(form, "0 0 9 9 re f")).toEqual([]);
    expect(await unfoldDrawings(drawing(says("Johnny")))).toBeUndefined();
  });
});

describe("a tile is repeated to the right and above, as its text continues in the next one", () => {
  const tile = "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 10]";

  test.each([
    ["its steps", "/XStep 20/YStep 10", 20, 10],
    ["steps that go backwards", "/XStep -20/YStep -10", 20, 10],
    ["steps that leave gaps", "/XStep 25.5/YStep 12", 25.5, 12],
  ])("by %s", async (_, steps, across, up) => {
    const content = says("Johnny");
    const [page] = await unfold(tile + steps + font);
    expect(page).toEqual({
      box: [0, 0, 20 + across, 10 + up],
      draws: [
        "q",
        content,
        `Q q 1 0 0 1 ${across} 0 cm`,
        content,
        `Q q 1 0 0 1 0 ${up} cm`,
        content,
        "Q",
      ],
    });
  });

  test.each([
    ["no steps", "", [20, 10]],
    ["a step of none across", "/XStep 0/YStep 10", [20, 20]],
    ["a step of none up", "/XStep 20/YStep 0", [40, 10]],
  ])("but once where it has %s", async (_, steps, [right, top]) => {
    expect(await unfold(tile + steps + font)).toEqual([
      { box: [0, 0, right ?? 0, top ?? 0], draws: [says("Johnny")] },
    ]);
  });

  test("but a form isn't, even with steps", async () => {
    const steps = `${form}/BBox[0 0 20 10]/XStep 20/YStep 10${font}`;
    expect((await unfold(steps))[0]?.draws).toEqual([says("Johnny")]);
  });
});

describe("removes text", () => {
  const johnny = buildPatterns({
    terms: ["Johnny"],
    regex: [],
    presets: [],
    case_sensitive: false,
    whole_word: false,
  });

  /** Returns the matches in the forms of a page, and the text of each form afterwards. */
  async function clear(...more: string[]) {
    const document = await openDocument(withForms(...more));
    const found = await clearHiddenDrawings(document, johnny);
    const left = document.context
      .enumerateIndirectObjects()
      .filter(([{ objectNumber }, one]) => objectNumber >= 6 && one instanceof PDFStream)
      .map(([, one]) => Buffer.from(streamBytes(one) ?? []).toString());
    return { found, left };
  }

  const box = `${form}/BBox[0 0 90 20]`;

  test("from a form with a match, and no other", async () => {
    const { found, left } = await clear(
      stream(says("Johnny"), box + font),
      stream(says("Annabel"), box + font),
    );
    expect(found).toEqual(["Johnny"]);
    expect(left.map((content) => content.match(/Johnny|Annabel/)?.[0])).toEqual([
      undefined,
      "Annabel",
    ]);
  });

  test("from forms that draw the match together, even in a cycle", async () => {
    const both = "/Resources<</Font<</F 5 0 R>>/XObject<</Y 7 0 R/Z 6 0 R>>>>";
    const { found, left } = await clear(
      stream("BT /F 14 Tf 5 5 Td (Joh) Tj ET /Y Do", box + both),
      stream("BT /F 14 Tf 29.9 5 Td (nny) Tj ET", box + font),
    );
    expect(found).toEqual(["Johnny"]);
    expect(left.join("")).not.toMatch(/Joh|nny/);
    expect(left[0]).toContain("/Y Do");
  });

  test("but nothing from an image that the form draws, whatever its samples are", async () => {
    const samples = "(x) Tj";
    const { left } = await clear(
      stream(says("Johnny"), `${box}/Resources<</Font<</F 5 0 R>>/XObject<</P 7 0 R>>>>`),
      stream(
        samples,
        "/Type/XObject/Subtype/Image/Width 6/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
      ),
    );
    expect(left[0]).not.toContain("Johnny");
    expect(left[1]).toBe(samples);
  });

  test("from a glyph drawn by a content stream, with the font's entries for it", async () => {
    const glyph = stream(`9 0 d0 ${says("Johnny")}`);
    const type3 =
      "<</Type/Font/Subtype/Type3/FontBBox[0 0 90 20]/FontMatrix[.01 0 0 .01 0 0]/CharProcs<</a 6 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[90]/Resources<</Font<</F 5 0 R>>>>>>";
    const unfolded = await unfoldDrawings(withForms(glyph, type3));
    const opened = await openDocument(unfolded?.bytes ?? withForms());
    const [, page] = opened.getPages();
    expect(String(dictEntry(page?.node, "Resources"))).toContain("/F 5 0 R");
    const { found, left } = await clear(glyph, type3);
    expect(found).toEqual(["Johnny"]);
    expect(left.join("")).not.toContain("Johnny");
  });

  test("from no form without a match", async () => {
    const content = says("Annabel");
    expect(await clear(stream(content, box + font))).toEqual({ found: [], left: [content] });
  });

  test("without changing the page", async () => {
    const document = await openDocument(drawing(says("Johnny")));
    expect(await clearHiddenDrawings(document, johnny)).toEqual([]);
    const contents = document.getPage(0).node.lookup(PDFName.of("Contents"));
    expect(Buffer.from(streamBytes(contents) ?? []).toString()).toBe(says("Johnny"));
  });
});
