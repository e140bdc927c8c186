import { describe, expect, test } from "bun:test";
import { isFullDepth, json, testHub } from "hub/testing";
import { drawing } from "../redact/pages.fixture.ts";
import { sampleBase64, stream, writePdf } from "../sample.ts";

const hub = await testHub(`${import.meta.dir}/..`);

async function extract(bytes: Uint8Array, body: Record<string, unknown> = {}) {
  const request = { file_base64: bytes.toBase64(), ...body };
  return json(await hub.post("/api/pdf/extract-text", request));
}

/** Builds lines of text from their positions, sizes and contents. */
function lines(...all: [x: number, y: number, size: number, text: string][]): Uint8Array {
  const shown = all.map(([x, y, size, text]) => `/F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`);
  return drawing(`BT ${shown.join(" ")} ET`);
}

describe("as text", () => {
  test("returns pages one by one, in the requested order, and joined", async () => {
    const body = { file_base64: sampleBase64, pages: "3,1", merge_pages: true };
    const { pages, text, stats } = await json(await hub.post("/api/pdf/extract-text", body));
    expect(pages.map(({ page, text }: Record<string, unknown>) => [page, text])).toEqual([
      [3, "Invoice No 2"],
      [1, "Invoice No 1"],
    ]);
    expect(text).toBe("Invoice No 2\n\nInvoice No 1");
    expect(stats).toEqual({ pages: 3, chars: 24, words: 6, has_text_layer: true });
  });

  const broken = lines(
    [20, 150, 12, "a hyphen-"],
    [20, 135, 12, "ated word, and Jean-"],
    [20, 120, 12, "Paul"],
  );

  test("joins words that are hyphenated at a line's end, but not names", async () => {
    expect((await extract(broken)).pages[0].text).toBe("a hyphenated word, and Jean-\nPaul");
  });

  test("keeps hyphenated words on request", async () => {
    const { pages } = await extract(broken, { dehyphenate: false });
    expect(pages[0].text).toBe("a hyphen-\nated word, and Jean-\nPaul");
  });

  test("truncates a response at its limit and reports it", async () => {
    const body = { file_base64: sampleBase64, max_chars: 15 };
    const { pages, warnings } = await json(await hub.post("/api/pdf/extract-text", body));
    expect(pages.map(({ text }: { text: string }) => text)).toEqual(["Invoice No 1", "Ter"]);
    expect(warnings).toEqual(["truncated"]);
  });

  test("reports a page without text", async () => {
    const { stats, warnings } = await extract(drawing("0 0 9 9 re f"));
    expect(stats.has_text_layer).toBe(false);
    expect(warnings).toEqual(["no_text_layer"]);
  });
});

describe("as words", () => {
  const content = "BT /F 20 Tf 50 150 Td (Hi you) Tj ET";

  test("returns each with its position from the upper left corner, its size and its font", async () => {
    const { pages } = await extract(drawing(content), { format: "words" });
    const [hi, you] = pages[0].words;
    expect(hi).toMatchObject({ t: "Hi", size: 20, font: "Helvetica" });
    expect(hi.x).toBeCloseTo(51.6, 0);
    expect(hi.y).toBeCloseTo(200 - 150 - 14.4, 0);
    expect(you.x).toBeGreaterThan(hi.x + hi.w);
  });

  test.each([
    [90, 150 + 7, 51.6],
    [180, 300 - 60, 150],
    [270, 200 - 157, 300 - 60],
  ])("on a page rotated by %d, has its displayed position", async (turn, x, y) => {
    const { pages } = await extract(drawing(content, { page: `/Rotate ${turn}` }), {
      format: "words",
    });
    const [hi] = pages[0].words;
    expect(Math.abs(hi.x + (turn === 180 ? 0 : hi.w / 2) - x)).toBeLessThan(12);
    expect(Math.abs(hi.y - y)).toBeLessThan(12);
  });

  test("measures positions on a cropped page from its visible part", async () => {
    const cropped = drawing(content, { page: "/CropBox[40 100 240 190]" });
    const { pages } = await extract(cropped, { format: "words" });
    expect(pages[0].words[0].x).toBeCloseTo(11.6, 0);
    expect(pages[0].words[0].y).toBeCloseTo(190 - 150 - 14.4, 0);
    expect([pages[0].width, pages[0].height]).toEqual([200, 90]);
  });
});

test("as a layout, puts columns below each other", async () => {
  const table = lines(
    [20, 150, 10, "Item"],
    [150, 150, 10, "Price"],
    [20, 135, 10, "Tea"],
    [150, 135, 10, "4.20"],
    [20, 90, 10, "Sum"],
    [150, 90, 10, "4.20"],
  );
  const [head, tea, ...rest] = (await extract(table, { format: "layout" })).pages[0].text.split(
    "\n",
  );
  expect(head.indexOf("Price")).toBe(tea.indexOf("4.20"));
  expect(rest.at(-1)).toStartWith("Sum");
  expect(rest[0]).toBe("");
});

const letter = lines(
  [20, 180, 20, "A letter"],
  [20, 160, 10, "It begins with a long line of words,"],
  [20, 148, 10, "and goes on in an*other."],
  [20, 120, 10, "- first thing"],
  [20, 108, 10, "- second thing"],
  [20, 80, 10, "Item"],
  [150, 80, 10, "Price"],
  [20, 66, 10, "Tea"],
  [150, 66, 10, "4|20"],
);

test("as Markdown, returns headings, paragraphs, lists and tables", async () => {
  const { pages } = await extract(letter, { format: "markdown" });
  expect(pages[0].text).toBe(
    "# A letter\n\nIt begins with a long line of words, and goes on in an\\*other.\n\n- first thing\n- second thing\n\n| Item | Price |\n| --- | --- |\n| Tea | 4\\|20 |",
  );
});

test("as JSON, returns the same blocks with their positions", async () => {
  const { pages } = await extract(letter, { format: "json" });
  const kinds = pages[0].blocks.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(["heading", "paragraph", "list", "table"]);
  expect(pages[0].blocks[0]).toMatchObject({ level: 1, text: "A letter" });
  expect(pages[0].blocks[0].box.y).toBeCloseTo(5.6, 0);
  expect(pages[0].blocks[3].rows).toEqual([
    ["Item", "Price"],
    ["Tea", "4|20"],
  ]);
});

describe("additionally returns", () => {
  const laden = drawing("BT /F 9 Tf 9 9 Td (x) Tj ET", {
    catalog:
      "/Lang(en)/MarkInfo<</Marked true>>/Metadata 6 0 R/Outlines<</First 7 0 R/Last 8 0 R>>/PageLabels<</Nums[0<</S/r/St 4>>]>>/OpenAction<</S/JavaScript/JS(x)>>/Names<</EmbeddedFiles<</Names[(a)9 0 R]>>/Dests<</Names[(here)[3 0 R/Fit]]>>>>/AcroForm<</Fields[11 0 R 12 0 R]>>",
    page: "/Annots[<</Subtype/Link/Rect[10 20 60 40]/A<</S/URI/URI(https://example.com)>>>><</Subtype/Link/Rect[0 0 9 9]/Dest(here)>>]",
    resources: "/XObject<</Im 10 0 R>>",
    more: [
      stream("<x/>", "/Type/Metadata"),
      "<</Title(One)/Dest[3 0 R/Fit]/Next 8 0 R>>",
      "<</Title<feff00540077006f>>>",
      "<</Type/Filespec/F(data.csv)/Desc(Data)/EF<</F 13 0 R>>>>",
      stream(
        "xxxx",
        "/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace[/ICCBased 5 0 R]/Filter/DCTDecode",
      ),
      "<</FT/Tx/T(name)/V(Ann)/Ff 2>>",
      "<</FT/Btn/T(ok)/V/Yes/Kids[<</Subtype/Widget>>]>>",
      stream("a,b", "/Type/EmbeddedFile/Subtype/text#2Fcsv/Params<</Size 3>>"),
      "<</Title(Title)/CreationDate(D:20260102030405+01'00')>>",
    ],
    trailer: "/Info 14 0 R",
  });

  test.each<[string, unknown]>([
    [
      "metadata",
      {
        info: { Title: "Title", CreationDate: "D:20260102030405+01'00'" },
        created: "2026-01-02T03:04:05+01:00",
        modified: null,
        xmp: "<x/>",
        version: "1.7",
        language: "en",
        tagged: true,
      },
    ],
    [
      "outline",
      [
        { title: "One", level: 1, page: 1 },
        { title: "Two", level: 1, page: null },
      ],
    ],
    [
      "links",
      [
        { page: 1, url: "https://example.com", target_page: null, x: 10, y: 160, w: 50, h: 20 },
        { page: 1, url: null, target_page: 1, x: 0, y: 191, w: 9, h: 9 },
      ],
    ],
    [
      "attachments",
      [{ name: "data.csv", description: "Data", mime: "text/csv", bytes: 3, page: null }],
    ],
    [
      "forms",
      [
        { name: "name", kind: "text", value: "Ann", required: true, read_only: false },
        { name: "ok", kind: "checkbox", value: "Yes", required: false, read_only: false },
      ],
    ],
    [
      "images",
      [
        {
          page: 1,
          name: "Im",
          width: 2,
          height: 2,
          bits_per_component: 8,
          color_space: "ICCBased",
          filter: "DCTDecode",
          bytes: 4,
        },
      ],
    ],
    ["fonts", [{ name: "Helvetica", kind: "Type1", embedded: false, pages: [1] }]],
    ["page_labels", ["iv"]],
  ])("%s", async (name, expected) => {
    expect((await extract(laden, { include: [name] }))[name]).toEqual(expected);
  });

  test("security: active content and external references", async () => {
    const { security } = await extract(laden, { include: ["security"] });
    expect(security).toMatchObject({ encrypted: false, signed: false });
    expect(security.active_content).toMatchObject({
      javascript: 1,
      open_action: 1,
      embedded_files: 1,
      uri: 1,
      launch: 0,
    });
  });
});

describe("reads text upright", () => {
  /** Builds two lines, each drawn in two steps, from a point in a direction. */
  const write = (matrix: string, turn = 0) =>
    writePdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Rotate ${turn}/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
      stream(
        `BT /F 20 Tf ${matrix} Tm (12 ab) Tj ( cd, 34) Tj ET BT /F 20 Tf ${matrix} Tm 0 -30 Td (1) Tj (2 next) Tj ET`,
      ),
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]).toBase64();
  const matrices = {
    upright: "1 0 0 1 40 150",
    "on its head": "-1 0 0 -1 260 150",
    upwards: "0 1 -1 0 150 40",
    downwards: "0 -1 1 0 150 260",
  };
  // By default each direction on a page with another rotation.
  const written = Object.entries(matrices).flatMap(([name, matrix], place) =>
    [0, 90, 180, 270]
      .filter((_, at) => isFullDepth || at === place)
      .map((turn) => [name, turn, matrix] as const),
  );

  test.each(written)("written %s on a page rotated by %d", async (_, turn, matrix) => {
    const file_base64 = write(matrix, turn);
    const read = async (format: string) =>
      (await json(await hub.post("/api/pdf/extract-text", { file_base64, format }))).pages[0];
    const lines = "12 ab cd, 34\n12 next";
    expect((await read("text")).text).toBe(lines);
    expect((await read("layout")).text).toBe(lines);
    const { blocks } = await read("json");
    expect(blocks.map(({ text }: { text: string }) => text)).toEqual([lines.replace("\n", " ")]);
    // The positions of words and blocks are as displayed in any reading direction.
    const { words } = await read("words");
    const [{ box }] = blocks;
    const left = Math.min(...words.map(({ x }: { x: number }) => x));
    const top = Math.min(...words.map(({ y }: { y: number }) => y));
    expect(box.x).toBeCloseTo(left, 1);
    expect(box.y).toBeCloseTo(top, 1);
  });
});

describe("a font whose ToUnicode map", () => {
  const read = (map: string) =>
    extract(
      drawing("BT /L 14 Tf 20 150 Td <00010002> Tj ET", {
        resources: "/Font<</L 6 0 R>>",
        more: [
          "<</Type/Font/Subtype/Type0/BaseFont/None/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>",
          "<</Type/Font/Subtype/CIDFontType2/BaseFont/None/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000>>",
          stream(
            `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange ${map} endcmap end end`,
          ),
        ],
      }),
    );
  const entries = "beginbfchar <0001> <C138> <0002> <ACC4> endbfchar";

  test("states one entry too many is read to its end", async () => {
    const { pages, warnings } = await read(`3 ${entries}`);
    expect(pages[0]).toMatchObject({ text: "세계", repaired_fonts: true });
    expect(warnings).toEqual(["repaired_fonts"]);
  });

  test("is sound needs no warning", async () => {
    const { pages, warnings } = await read(`2 ${entries}`);
    expect([pages[0].text, pages[0].repaired_fonts, warnings]).toEqual(["세계", undefined, []]);
  });
});
