import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { withPdfium } from "../engines/pdfium.ts";
import { stream } from "../sample.ts";
import { readCharacters, withTextPage } from "../text/text-page.ts";
import { drawing, type Parts } from "./pages.fixture.ts";
import { buildPatterns } from "./patterns.ts";
import type { Rect } from "./rects.ts";
import { findOnPages, removeByPdfium } from "./remove.ts";
import { readItems } from "./verify.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

const look = { regex: [], presets: [], case_sensitive: false, whole_word: false };
const patterns = buildPatterns({ ...look, terms: ["Johnny"] });
const none = new Map<number, Rect[]>();

const extractTexts = async (bytes: Uint8Array) =>
  (await readItems(bytes)).map((page) =>
    page
      .map(({ text }) => text)
      .join("")
      .replace(/\s+/g, " ")
      .trim(),
  );

/** Returns the report for the first page, with the term on it or with a box. */
async function removeFrom(content: string, parts: Parts = {}, areas: Rect[] = []) {
  const boxes = areas.length > 0 ? new Map([[1, areas]]) : none;
  const { bytes, pages } = await removeByPdfium(drawing(content, parts), { patterns, boxes });
  return { bytes, page: pages[0], texts: await extractTexts(bytes) };
}

const word = "BT /F 14 Tf 20 150 Td (Johnny and Anna) Tj ET";

describe("a match", () => {
  test("is removed and its position reported, and its neighbours are kept", async () => {
    const { page, texts } = await removeFrom(word);
    expect(texts).toEqual(["and Anna"]);
    expect(page?.found).toHaveLength(1);
    expect(page).toMatchObject({
      page: 1,
      hasPictures: false,
      found: [{ term: "Johnny", text: "Johnny" }],
    });
    const [rect] = page?.found[0]?.rects ?? [];
    expect(rect?.left).toBeWithin(19, 22);
    expect(rect?.right).toBeWithin(58, 70);
    expect(rect?.bottom).toBeWithin(145, 151);
    expect(rect?.top).toBeWithin(158, 166);
  });

  test("is removed however often it is drawn in one position, and reported once per position", async () => {
    const { texts, page } = await removeFrom(`${word} `.repeat(3));
    expect(texts.join()).not.toMatch(/J|ohn|ny/);
    expect(page?.found.length).toBeGreaterThan(0);
  });

  test("needs a term or a box", async () => {
    const { page, texts } = await removeFrom("BT /F 14 Tf 20 150 Td (Anna) Tj ET");
    expect(page).toBeUndefined();
    expect(texts).toEqual(["Anna"]);
  });

  test("found by another reading is also removed, and reported once if both find it", async () => {
    const work = { patterns, boxes: none };
    const place = { left: 20, bottom: 145, right: 66, top: 164 };
    const said = (term: string, rect = place) =>
      removeByPdfium(drawing(word), {
        ...work,
        otherReadings: new Map([[1, [{ term, text: term, rects: [rect] }]]]),
      });
    const terms = async (removed: ReturnType<typeof said>) =>
      (await removed).pages[0]?.found.map(({ term }) => term);
    expect(await terms(said("Johnny"))).toEqual(["Johnny"]);
    expect(await terms(said("other"))).toEqual(["Johnny", "other"]);
    const anna = { left: 95, bottom: 145, right: 130, top: 164 };
    const removed = said("Johnny", anna);
    expect(await terms(removed)).toEqual(["Johnny", "Johnny"]);
    expect(await extractTexts((await removed).bytes)).toEqual(["and"]);
  });

  test("in an annotation becomes page content and is removed", async () => {
    const { bytes, page } = await removeFrom("", {
      page: "/Annots[6 0 R]",
      more: [
        "<</Type/Annot/Subtype/FreeText/Rect[0 0 300 200]/F 4/AP<</N 7 0 R>>>>",
        stream(word, "/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>"),
      ],
    });
    expect(page?.found).toHaveLength(1);
    const left = await withPdfium(bytes, (opened) =>
      withTextPage(opened, 1, (textPage) =>
        readCharacters(textPage)
          .map(({ text }) => text)
          .join(""),
      ),
    );
    expect(left.trim()).toBe("and Anna");
    expect(Buffer.from(bytes).toString("latin1")).not.toContain("/FreeText");
  });
});

test("searches every page, and reports matching pages by number", async () => {
  const two = Buffer.from(
    drawing(word, {
      more: [
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>/Contents 4 0 R>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>",
      ],
    }),
  );
  const bytes = Buffer.from(
    two.toString("latin1").replace("/Count 1/Kids[3 0 R]", "/Count 3/Kids[3 0 R 7 0 R 6 0 R]"),
    "latin1",
  );
  const found = await findOnPages(bytes, patterns);
  expect([...found.keys()]).toEqual([1, 3]);
  expect(found.get(3)).toEqual(found.get(1) ?? []);
  const { pages } = await removeByPdfium(bytes, {
    patterns,
    boxes: new Map([[2, [{ left: 0, bottom: 0, right: 9, top: 9 }]]]),
  });
  expect(pages.map(({ page, found }) => [page, found.length])).toEqual([
    [1, 1],
    [2, 0],
    [3, 1],
  ]);
});

describe("reports images under", () => {
  const area: Rect = { left: 100, bottom: 50, right: 150, top: 80 };
  const image = (x: number, y: number) =>
    `q 30 0 0 20 ${x} ${y} cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x80 EI Q`;
  const curve = (x: number, y: number) =>
    `${x} ${y} m ${Array.from({ length: 8 }, (_, at) => `${x + 4 * at} ${y + (at % 2) * 9} l`).join(" ")} S`;
  const wave = (x: number, y: number) => `${curve(x, y)} 0 0 0 rg`;

  test.each<[string, string, Rect[], boolean]>([
    ["a found word: a picture", `${image(20, 145)} ${word}`, [], true],
    ["a match: no image elsewhere", `${image(200, 20)} ${word}`, [], false],
    ["a found word: no drawing", `${wave(20, 150)} ${word}`, [], false],
    ["a box: a picture", image(110, 55), [area], true],
    ["a box: a picture that reaches into it", image(80, 40), [area], true],
    ["a box: no image next to it", image(60, 50), [area], false],
    ["a box: none above it", image(110, 90), [area], false],
    ["a box: a drawing of many points", wave(140, 60), [area], true],
    ["a box: no drawing next to it", wave(200, 60), [area], false],
    ["a box: no line that crosses it", "10 60 m 290 60 l S", [area], false],
    ["a box: no field around it", "90 40 100 100 re f", [area], false],
    ["a box: a field within it", "110 60 20 10 re f", [area], true],
    ["a box: no text alone", "BT /F 9 Tf 110 60 Td (x) Tj ET", [area], false],
    ["a box, if a word is elsewhere: no drawing there", `${word} ${wave(20, 150)}`, [area], false],
  ])("%s", async (_, content, areas, isTold) => {
    const { page } = await removeFrom(content, {}, areas);
    expect(page?.hasPictures).toBe(isTold);
  });

  const form = (content: string, more = "") =>
    stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 300 200]${more}`);
  const inner = "/Resources<</XObject<</Y 7 0 R>>>>";

  test.each<[string, string[], string, Rect[], boolean]>([
    ["a picture", [form(image(20, 145))], word, [], true],
    ["a picture, under a box", [form(image(110, 55))], "", [area], true],
    ["a drawing, under a box", [form("10 60 m 290 60 l S")], "", [area], true],
    ["a drawing, under a word", [form(wave(20, 150))], word, [], false],
    [
      "text alone",
      [form("BT /F 9 Tf 110 60 Td (x) Tj ET", "/Resources<</Font<</F 5 0 R>>>>")],
      "",
      [area],
      false,
    ],
    ["a picture of a form in it", [form("/Y Do", inner), form(image(20, 145))], word, [], true],
    [
      "a drawing of a form in it",
      [form("/Y Do", inner), form("10 60 m 290 60 l S")],
      "",
      [area],
      true,
    ],
    [
      "a drawing of a form in it, under a word",
      [form("/Y Do", inner), form(wave(20, 150))],
      word,
      [],
      false,
    ],
  ])("a form of %s", async (_, more, content, areas, isTold) => {
    const parts = { resources: "/XObject<</X 6 0 R>>", more };
    const { page } = await removeFrom(`${content} /X Do`, parts, areas);
    expect(page?.hasPictures).toBe(isTold);
  });
});

test("a box removes exactly the letters whose middle it touches", async () => {
  const content = "BT /F 20 Tf 20 150 Td (A) Tj 50 0 Td (B) Tj 50 0 Td (C) Tj 0 -50 Td (D) Tj ET";
  const left = async (area: Rect) => (await removeFrom(content, {}, [area])).texts;
  expect(await left({ left: 60, bottom: 140, right: 100, top: 180 })).toEqual(["A C D"]);
  expect(await left({ left: 100, bottom: 90, right: 180, top: 180 })).toEqual(["A B"]);
  expect(await left({ left: 0, bottom: 0, right: 15, top: 200 })).toEqual(["A B C D"]);
});
