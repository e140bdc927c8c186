import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, sampleCases } from "hub/testing";
import { degrees, type PDFDocument, PDFName } from "pdf-lib";
import { everyDict } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import { findStrangeGlyphPages } from "./glyph-shapes.ts";
import { stampText } from "./hiding-places.fixture.ts";
import { drawing } from "./pages.fixture.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

/** Replaces the letters in the ToUnicode maps of all fonts, given in hexadecimal. */
const saying = (change: (map: string) => string) => (document: PDFDocument) => {
  for (const dict of everyDict(document)) {
    const map = streamBytes(dict.lookup(PDFName.of("ToUnicode")));
    if (!map) continue;
    const changed = change(Buffer.from(map).toString("latin1"));
    dict.set(PDFName.of("ToUnicode"), document.context.register(document.context.stream(changed)));
  }
};

const hex = (letter: string) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");

/** Maps letters to other letters. */
const swap = (pairs: Readonly<Record<string, string>>) =>
  saying((map) =>
    map.replace(/(<[\dA-F]{4}> )<([\dA-F]{4})>/gi, (whole, code, own) => {
      const said = pairs[String.fromCharCode(Number.parseInt(own, 16))];
      return said ? `${code}<${hex(said)}>` : whole;
    }),
  );

const turned = (angle: number) => (document: PDFDocument) => {
  document.getPage(0).setRotation(degrees(angle));
};

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ\nabcdefghijklmnopqrstuvwxyz\n0123456789";
/** The letters to try other fonts, backgrounds and pages with: by default every fourth, with M and x. */
const letters = isFullDepth ? alphabet : `${sampleCases(Array.from(alphabet), 16).join("")}Mx`;

describe("trusts a font that draws", () => {
  const believed: [what: string, text: string][] = [
    ["the alphabet", alphabet],
    ["letters with accents", "ÀÉÎÕÜ àéîõü ñçßøæ"],
    ["signs", "Total: (12.50) + 7 = 19,50 ? & § @"],
    ["Greek", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία"],
    ["Cyrillic", "Съешь же ещё этих мягких булок"],
    ["Polish and Czech", "Zażółć gęślą jaźń\nPříliš žluťoučký kůň"],
    ["signs of typesetters", "„So“ – ‘nie’ — • … € ™"],
    ["arrows and signs of lists", "→ ← ↑ ↓ ■ □ ▲ ●"],
    ["ligatures", "ﬁ ﬂ ſ ß"],
    ["Cyrillic with letters that nothing is known of", "Қазақ ҖҗҚқҢң"],
    ["signs that nothing is known of, and that are much like no letter", "├┤┬┴┼"],
    ["one letter", "W"],
    ["a single small sign among letters", "a . , : b"],
  ];
  test.each(sampleCases(believed, 3))("%s", async (_, text) => {
    expect(await findStrangeGlyphPages(await stampText(text))).toEqual([]);
  });

  test("the alphabet on a coloured background", async () => {
    const look = { background: [255, 230, 0] } as const;
    expect(await findStrangeGlyphPages(await stampText(letters, undefined, look))).toEqual([]);
    const lying = await stampText("A Mexican", swap({ M: "O", x: "o" }), look);
    expect(await findStrangeGlyphPages(lying)).toEqual([1]);
  });

  test.each(sampleCases(["sans-bold", "serif", "mono", "serif-bold"] as const, 1))(
    "the alphabet in %s",
    async (font) => {
      expect(await findStrangeGlyphPages(await stampText(letters, undefined, { font }))).toEqual(
        [],
      );
    },
  );

  test.each(sampleCases([90, 180, 270], 1))(
    "the alphabet on a page rotated by %d degrees",
    async (angle) => {
      expect(await findStrangeGlyphPages(await stampText(letters, turned(angle)))).toEqual([]);
    },
  );
});

describe("flags a font that maps to", () => {
  const strange: [what: string, text: string, pairs: Record<string, string>][] = [
    ["one capital for another", "A Mexican", { M: "O" }],
    ["one letter for another in a text", "sphinx of black quartz", { x: "o" }],
    ["letters the other way round", "Johnny", { J: "w", o: "l", h: "m", n: "e", y: "s" }],
    ["digits for letters", "Wamsel", { W: "1", m: "4" }],
    ["letters for digits", "4711 0815", { "4": "o", "7": "m" }],
    ["a sign that is much like it for a letter", "Johnny", { o: "•" }],
    ["strokes for a letter", "Willy", { l: "↑" }],
    ["a letter with a stroke for another", "Mary", { M: "Ł" }],
    ["three letters for dashes and dots", "—–…", { "—": "a", "–": "b", "…": "e" }],
    ["arrows for letters", "Wagner", { W: "→", g: "■", r: "∑" }],
    ["signs of a script without known letters for letters", "Wagner", { W: "က", g: "ခ" }],
  ];
  test.each(sampleCases(strange, 3))("%s", async (_, text, pairs) => {
    expect(await findStrangeGlyphPages(await stampText(text, swap(pairs)))).toEqual([1]);
  });

  test.each(sampleCases(["serif", "serif-bold"] as const, 1))(
    "another letter in %s",
    async (font) => {
      const lying = await stampText(letters, swap({ M: "O", x: "o" }), { font });
      expect(await findStrangeGlyphPages(lying)).toEqual([1]);
    },
  );

  // Only next to bold sans-serif letters is it clear that these aren't the mapped letters.
  test.each<[string, Record<string, string>]>([
    ["Hath", { h: "s" }],
    ["Main", { n: "s" }],
    ["Ship", { h: "e" }],
  ])("another letter of %p in sans-bold", async (text, pairs) => {
    const lying = await stampText(text, swap(pairs), { font: "sans-bold" });
    expect(await findStrangeGlyphPages(lying)).toEqual([1]);
  });

  test.each(sampleCases([90, 180, 270, 0], 1))(
    "another letter on a page rotated by %d degrees",
    async (angle) => {
      const change = (document: PDFDocument) => {
        swap({ M: "O", x: "o" })(document);
        turned(angle)(document);
      };
      expect(await findStrangeGlyphPages(await stampText("A Mexican", change))).toEqual([1]);
    },
  );
});

// A letter cut off by the edge of the page looks like another: half an M like an I.
describe("compares the whole letter if only part of it is on the page", () => {
  const cut =
    (box: "setMediaBox" | "setCropBox", edges: [number, number, number, number]) =>
    (document: PDFDocument) =>
      document.getPage(0)[box](...edges);

  // The M is from 22 to 36 points from the left, and from 105 to 120 from the bottom.
  test.each<[string, [number, number, number, number]]>([
    ["left", [27, 0, 273, 200]],
    ["right", [0, 0, 29, 200]],
    ["bottom", [0, 112, 300, 88]],
    ["top", [0, 0, 300, 112]],
  ])("at the %s", async (edge, edges) => {
    const isMedia = edge === "left" || edge === "bottom";
    const usual = isMedia ? "setMediaBox" : "setCropBox";
    for (const setBox of isFullDepth
      ? (["setMediaBox", "setCropBox"] as const)
      : ([usual] as const)) {
      const honest = await stampText("M", cut(setBox, edges));
      expect(await findStrangeGlyphPages(honest)).toEqual([]);
      const lying = await stampText("M", (document) => {
        swap({ M: "O" })(document);
        cut(setBox, edges)(document);
      });
      expect(await findStrangeGlyphPages(lying)).toEqual([1]);
    }
  });
});

test("accepts letters for each other if many fonts draw them alike", async () => {
  const alike = swap({ I: "l", O: "0", S: "5" });
  expect(await findStrangeGlyphPages(await stampText("IOS", alike))).toEqual([]);
});

test("reports only pages with the font", async () => {
  const bytes = await stampText("A Mexican", (document) => {
    swap({ M: "O", x: "o" })(document);
    document.insertPage(0);
    document.addPage();
  });
  expect(await findStrangeGlyphPages(bytes)).toEqual([2]);
});

test("flags nothing if the viewer's own font draws", async () => {
  expect(await findStrangeGlyphPages(drawing("BT /F 14 Tf 20 150 Td (Johnny) Tj ET"))).toEqual([]);
});

test("compares each glyph if two codes map to the same letter", async () => {
  // Both n and M map to n, and the M comes after many correct ones.
  const bytes = await stampText("nn nn nn nn nn nM", swap({ M: "n" }));
  expect(await findStrangeGlyphPages(bytes)).toEqual([1]);
});

test("flags glyphs that are too small to compare", async () => {
  expect(await findStrangeGlyphPages(await stampText("..."))).toEqual([1]);
});

test("doesn't change the file", async () => {
  const bytes = await stampText("abc");
  const before = Uint8Array.from(bytes);
  await findStrangeGlyphPages(bytes);
  expect(bytes).toEqual(before);
});
