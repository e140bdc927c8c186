import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { PDFDocument } from "pdf-lib";
import { stream } from "../sample.ts";
import { drawing, type Parts } from "./pages.fixture.ts";
import { type Share, type Unread, unreadOn } from "./unread.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

const shares = (content: string, covered: readonly Share[] = [], parts: Parts = {}) =>
  unreadOn(drawing(content, parts), { covered: () => covered, patterns: [] });

/** Builds strokes like those of letters: a zigzag of small steps, this many points wide. */
function scribble(x: number, y: number, wide: number, across = true): string {
  const points = Array.from({ length: Math.floor(wide / 2) }, (_, at) => {
    const [along, up] = [2 * at, at % 2 === 0 ? 0 : 8];
    return across ? [x + along, y + up] : [x + up, y + along];
  });
  return `${points.map(([left, up], at) => `${left} ${up} ${at === 0 ? "m" : "l"}`).join(" ")} S`;
}

const drawings: Unread[] = [{ page: 1, reason: "drawings" }];

describe("finds nothing unread in", () => {
  test.each<[string, string]>([
    ["an empty page", ""],
    ["text", "BT /F 14 Tf 20 150 Td (My name is Johnny, and I like to read) Tj ET"],
    [
      "text over a field",
      "0.8 g 10 140 250 40 re f 0 g BT /F 14 Tf 20 150 Td (My name is Johnny) Tj ET",
    ],
    [
      "lines of all lengths",
      "20 20 m 280 20 l S 20 40 m 20 180 l S 30 60 m 90 60 l S 100 100 m 140 100 l S",
    ],
    [
      "a table",
      Array.from(
        { length: 8 },
        (_, at) => `20 ${20 + 20 * at} 260 20 re S ${20 + 32 * at} 20 m ${20 + 32 * at} 160 l S`,
      ).join(" "),
    ],
    ["a single mark", "20 20 8 8 re f"],
    [
      "marks that stand apart",
      [0, 1, 2, 3].map((at) => `${20 + 80 * at} ${20 + 40 * at} 6 6 re f`).join(" "),
    ],
    ["strokes that are hardly seen", `0.95 G ${scribble(50, 100, 80)}`],
  ])("%s", async (_, content) => {
    expect(await shares(content)).toEqual([]);
  });

  test("a form of text", async () => {
    const form = stream(
      "BT /F 14 Tf 0 0 Td (Here is Johnny in many letters) Tj ET",
      "/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>",
    );
    const parts = { resources: "/XObject<</X 6 0 R>>", more: [form] };
    expect(await shares("q 1 0 0 1 20 100 cm /X Do Q", [], parts)).toEqual([]);
  });
});

describe("finds possible letters in", () => {
  test.each<[string, string]>([
    ["strokes from left to right", scribble(50, 100, 80)],
    ["strokes from the top down", scribble(50, 20, 150, false)],
    ["strokes in the lower left corner", scribble(1, 1, 80)],
    ["strokes in the upper right corner", scribble(215, 190, 80)],
    ["strokes on a dark field", `0 g 0 0 300 200 re f 1 G ${scribble(50, 100, 80)}`],
    ["strokes among text", `BT /F 14 Tf 20 150 Td (Johnny) Tj ET ${scribble(50, 100, 80)}`],
    ["strokes of a light grey", `0.7 G ${scribble(50, 100, 80)}`],
    ["strokes crossed out", `${scribble(50, 100, 80)} 40 104 m 140 104 l S`],
  ])("%s", async (_, content) => {
    expect(await shares(content)).toEqual(drawings);
  });

  test("the strokes of a form within a form", async () => {
    const form = (content: string, more = "") =>
      stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 300 200]${more}`);
    const parts = {
      resources: "/XObject<</X 6 0 R>>",
      more: [form("/Y Do", "/Resources<</XObject<</Y 7 0 R>>>>"), form(scribble(50, 100, 80))],
    };
    expect(await shares("/X Do", [], parts)).toEqual(drawings);
  });

  test("the strokes of an annotation", async () => {
    const parts = {
      page: "/Annots[6 0 R]",
      more: [
        "<</Type/Annot/Subtype/Stamp/Rect[0 0 300 200]/F 4/AP<</N 7 0 R>>>>",
        stream(scribble(50, 100, 80), "/Type/XObject/Subtype/Form/BBox[0 0 300 200]"),
      ],
    };
    expect(await shares("", [], parts)).toEqual(drawings);
  });

  test("strokes on a page of many metres", async () => {
    const document = await PDFDocument.load(
      drawing(`20 w 30 0 0 30 0 0 cm ${scribble(50, 100, 80)}`),
    );
    document.getPage(0).setSize(9000, 9000);
    expect(await unreadOn(await document.save(), { covered: () => [], patterns: [] })).toEqual(
      drawings,
    );
  });
});

describe("the covered area", () => {
  const content = scribble(60, 100, 60);
  // The page is 300 points wide and 200 points high.
  const around = { x: 55 / 300, y: 85 / 200, w: 70 / 300, h: 20 / 200 };

  test.each<[string, Share, boolean]>([
    ["around strokes hides them", around, false],
    ["of the whole page hides them", { x: 0, y: 0, w: 1, h: 1 }, false],
    ["beyond the page hides them", { x: -1, y: -1, w: 3, h: 3 }, false],
    ["above them does not", { ...around, y: 60 / 200 }, true],
    ["below them does not", { ...around, y: 115 / 200 }, true],
    ["left of them does not", { ...around, x: 0, w: 50 / 300 }, true],
    ["right of them does not", { ...around, x: 140 / 300 }, true],
  ])("%s", async (_, share, isUnread) => {
    expect(await shares(content, [share])).toEqual(isUnread ? drawings : []);
    const both = `${content} ${scribble(200, 20, 60)}`;
    const other = share.w === 1 || share.w === 3 ? [] : drawings;
    expect(await shares(both, [share])).toEqual(other);
  });

  test("is checked page by page", async () => {
    const two = drawing(content, {
      more: ["<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>"],
    });
    const bytes = Buffer.from(
      Buffer.from(two)
        .toString("latin1")
        .replace("/Count 1/Kids[3 0 R]", "/Count 2/Kids[3 0 R 6 0 R]"),
      "latin1",
    );
    const unread = (hidden: readonly number[]) =>
      unreadOn(bytes, { covered: (page) => (hidden.includes(page) ? [around] : []), patterns: [] });
    expect(await unread([])).toEqual([...drawings, { page: 2, reason: "drawings" }]);
    expect(await unread([1])).toEqual([{ page: 2, reason: "drawings" }]);
    expect(await unread([2])).toEqual(drawings);
    expect(await unread([1, 2])).toEqual([]);
  });
});

test("reports attachments after unread parts of pages, and only if they are encoded", async () => {
  const file = (content: string): Parts => ({
    catalog: "/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F 6 0 R>>>>]>>>>",
    more: [stream(content, "/Type/EmbeddedFile")],
  });
  const attachments: Unread = { page: null, reason: "attachments" };
  const strokes = scribble(50, 100, 80);
  expect(await shares(strokes, [], file("PK\x03\x04\x01\x02\x0e\x0f"))).toEqual([
    ...drawings,
    attachments,
  ]);
  expect(await shares(strokes, [], file("plain letters"))).toEqual(drawings);
  const unknown = { ...file(""), more: [stream("?", "/Type/EmbeddedFile/Filter/Unknown")] };
  expect(await shares("", [], unknown)).toEqual([attachments]);
});
