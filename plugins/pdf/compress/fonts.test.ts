import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { openDocument } from "../engines/pdf-lib.ts";
import { withPdfium } from "../engines/pdfium.ts";
import { everyDict, nameEntry } from "../objects/entries.ts";
import { renderPage } from "../render/page-image.ts";
import { stream, writePdf } from "../sample.ts";
import { buildFont } from "./font.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);

interface Page {
  content?: string;
  font?: Uint8Array;
  encoding?: string;
  /** Entries of the catalogue. */
  root?: string;
  /** The fonts of the page. */
  fonts?: string;
  /** Further entries of its resources. */
  resources?: string;
  objects?: string[];
}

const widths = Array.from({ length: 224 }, () => 600).join(" ");
const simple = "/Subtype/TrueType/FirstChar 32/LastChar 255/FontDescriptor 6 0 R";

/** Builds a page with a simple font in object 5. */
function buildPdf({
  content = "BT /F 20 Tf 10 20 Td (AB) Tj ET",
  font = buildFont(),
  encoding = "/Encoding/WinAnsiEncoding",
  root = "",
  fonts = "/F 5 0 R",
  resources = "",
  objects = [],
}: Page): Uint8Array<ArrayBuffer> {
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R${root}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 120 50]/Resources<</Font<<${fonts}>>${resources}>>/Contents 4 0 R>>`,
    stream(content),
    `<</Type/Font${simple}/BaseFont/Zigzag/Widths[${widths}]${encoding}>>`,
    "<</Type/FontDescriptor/FontName/Zigzag/Flags 32/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -100/CapHeight 700/StemV 80/FontFile2 7 0 R>>",
    stream(Buffer.from(font).toString("latin1"), `/Length1 ${font.length}`),
    ...objects,
  ]);
}

async function compress(input: Uint8Array<ArrayBuffer>) {
  const body = { file_base64: input.toBase64(), level: "lossless", response: "json" };
  const { data } = await json(await hub.post("/api/pdf/compress", body));
  return { data, output: Uint8Array.fromBase64(data.base64) };
}

async function render(bytes: Uint8Array) {
  const white = [255, 255, 255, 255] as const;
  const size = { width: 480, height: 200, background: white, annotations: true };
  return withPdfium(bytes, (opened) => renderPage(opened, 1, size));
}

const composite = [
  "<</Type/Font/Subtype/CIDFontType2/BaseFont/Zigzag/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 600/FontDescriptor 6 0 R/CIDToGIDMap 9 0 R>>",
  stream(
    Buffer.from(Uint16Array.from({ length: 80 }, (_, at) => at ^ 1).buffer)
      .swap16()
      .toString("latin1"),
  ),
  "<</Type/Font/Subtype/Type0/BaseFont/Zigzag/Encoding/Identity-H/DescendantFonts[8 0 R]>>",
];

describe("the unused glyphs of a font are removed", () => {
  test.each<[string, Page]>([
    ["that has a simple encoding", {}],
    ["whose text is in a composite glyph", { content: "BT /F 20 Tf 10 20 Td (a) Tj ET" }],
    [
      "whose text is in a form, a pattern and an array",
      {
        content:
          "BT /F 20 Tf 10 20 Td [(A)-9(\\102)<43>] TJ ET /X Do /Pattern cs /P scn 60 0 60 50 re f",
        resources: "/XObject<</X 8 0 R>>/Pattern<</P 9 0 R>>",
        objects: [
          stream(
            "BT /G 20 Tf 10 0 Td (DE) Tj ET",
            "/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</G 5 0 R>>>>",
          ),
          stream(
            "BT /F 20 Tf 0 0 Td (F) ' ET",
            "/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 20 20]/XStep 20/YStep 20/Resources<</Font<</F 5 0 R>>>>",
          ),
        ],
      },
    ],
    [
      "that is also used as a composite font",
      {
        content: "BT /F 20 Tf 10 20 Td (A) Tj /G 20 Tf <00050009> Tj ET",
        fonts: "/F 5 0 R/G 10 0 R",
        objects: composite,
      },
    ],
  ])("%s", async (_, page) => {
    const input = buildPdf(page);
    const { data, output } = await compress(input);
    expect(data.fonts_subset).toBe(1);
    expect(data.ratio).toBeLessThan(0.7);
    const expected = await render(input);
    expect(expected.includes(0)).toBe(true);
    expect(await render(output)).toEqual(expected);
    const names = [...everyDict(await openDocument(output))].flatMap(
      (dict) => nameEntry(dict, "FontName") ?? [],
    );
    expect(names[0]).toMatch(/^[A-Z]{6}\+Zigzag$/);
  });
});

describe("a font stays complete", () => {
  test.each<[string, Page]>([
    ["whose licence forbids subsets", { font: buildFont({ license: 0x0100 }) }],
    ["whose licence forbids embedding", { font: buildFont({ license: 0x0002 }) }],
    ["that form fields may use", { root: "/AcroForm<</Fields[]/DR<</Font<</F 5 0 R>>>>>>" }],
    ["that a graphics state sets", { resources: "/ExtGState<</S<</Font[5 0 R 9]>>>>" }],
    ["whose encoding names its glyphs", { encoding: "/Encoding<</Differences[65/B/A]>>" }],
    ["whose text has characters that its maps lack", { content: "BT /F 9 Tf (\\351) Tj ET" }],
    [
      "that a form inherits",
      {
        content: "BT /F 20 Tf 10 20 Td (A) Tj ET /X Do",
        resources: "/XObject<</X 8 0 R>>",
        objects: [stream("BT 10 0 Td (DE) Tj ET", "/Subtype/Form/BBox[0 0 99 99]")],
      },
    ],
    [
      "that a viewer may find in the resources of the page",
      {
        content: "BT /F 20 Tf 10 20 Td (A) Tj ET /X Do",
        resources: "/XObject<</X 8 0 R>>",
        objects: [
          stream(
            "BT /F 20 Tf 10 0 Td (DE) Tj ET",
            "/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<<>>>>",
          ),
        ],
      },
    ],
    ["that is damaged", { font: buildFont().subarray(0, 6000) }],
  ])("%s", async (_, page) => {
    const input = buildPdf(page);
    const { data, output } = await compress(input);
    expect(data.fonts_subset).toBe(0);
    expect(await render(output)).toEqual(await render(input));
  });
});
