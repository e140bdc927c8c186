import { describe, expect, test } from "bun:test";
import { isFullDepth, json, sampleCases, testHub } from "hub/testing";
import { PDFDocument, PDFName } from "pdf-lib";
import sharp from "sharp";
import { readItems } from "../redact/verify.ts";
import { sampleBase64, stream, writePdf } from "../sample.ts";
import { positions } from "./place.ts";

const hub = await testHub(`${import.meta.dir}/..`);

async function stampAndDraw(path: "watermark" | "page-numbers", body: Record<string, unknown>) {
  const answer = await hub.post(`/api/pdf/${path}`, { file_base64: sampleBase64, ...body });
  if (answer.status !== 200) throw new Error(await answer.text());
  return { bytes: await answer.bytes(), headers: answer.headers };
}

/** Builds a page of 300 × 400 points with this content. */
function page(content: string, entries = ""): string {
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R${entries}>>`,
    stream(content),
  ]).toBase64();
}

/** Returns the red area of the first page, as fractions of its width and height. */
async function findRed(bytes: Uint8Array) {
  const drawn = await hub.post("/api/pdf/to-images", {
    ...{ file_base64: bytes.toBase64(), pages: "1", width: 120 },
  });
  const { data, info } = await sharp(await drawn.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found: { x: number; y: number }[] = [];
  for (let at = 0; at < info.width * info.height; at++)
    if (data[3 * at]! > 200 && data[3 * at + 1]! < 90)
      found.push({
        x: (at % info.width) / info.width,
        y: Math.floor(at / info.width) / info.height,
      });
  const [xs, ys] = [found.map(({ x }) => x), found.map(({ y }) => y)];
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(xs), y: middle(ys), width: Math.max(...xs) - Math.min(...xs) };
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>';
const red = { image_base64: Buffer.from(svg).toString("base64"), rotation: 0, opacity: 1 };

const turns = [0, 90, 180, 270];
const kinds: [string, string, string][] = [
  ["plain", "0.9 g 0 0 300 400 re f", ""],
  ["cropped", "0.9 g 0 0 300 400 re f", "/CropBox[50 100 250 350]"],
  ["left mirrored", "1 0 0 -1 0 400 cm 0.9 g 0 0 300 400 re f", ""],
  ["closed too often", "Q Q q 3 0 0 3 9 9 cm", ""],
  ["left within a text", "q 2 0 0 2 0 0 cm BT", ""],
  ["left within what is hidden", "/OC /None BDC q", ""],
];

/** The kinds to try with each rotation: all of them at full depth. */
const turnedKinds = ["cropped"];

describe("positions a stamp on a page that is", () => {
  test.each(
    kinds.flatMap(([kind, content, entries], place) =>
      // The rest of a page's content doesn't depend on its rotation: each kind gets another one.
      turns
        .filter((_, at) => isFullDepth || turnedKinds.includes(kind) || at === place % turns.length)
        .map((turn) => ({ kind, content, entries, turn })),
    ),
  )("$kind and turned by $turn", async ({ content, entries, turn }) => {
    const file_base64 = page(content, `${entries}/Rotate ${turn}`);
    const upper = await findRed(
      (await stampAndDraw("watermark", { file_base64, ...red, position: "top-right" })).bytes,
    );
    expect(upper.x).toBeGreaterThan(0.75);
    expect(upper.y).toBeLessThan(0.25);
    const lower = await findRed(
      (await stampAndDraw("watermark", { file_base64, ...red, position: "bottom-left" })).bytes,
    );
    expect(lower.x).toBeLessThan(0.25);
    expect(lower.y).toBeGreaterThan(0.75);
  });
});

test("puts a stamp at each of the nine named positions", async () => {
  for (const position of sampleCases(positions, 5)) {
    const { x, y } = await findRed(
      (await stampAndDraw("watermark", { file_base64: page(""), ...red, position })).bytes,
    );
    const [vertical, horizontal] =
      position === "center" ? ["middle", "center"] : position.split("-");
    expect(["left", "center", "right"][Math.floor(x * 3)]).toBe(horizontal!);
    expect(["top", "middle", "bottom"][Math.floor(y * 3)]).toBe(vertical!);
  }
});

test("an offset moves a stamp right and down", async () => {
  const at = async (offset: object) =>
    findRed((await stampAndDraw("watermark", { file_base64: page(""), ...red, ...offset })).bytes);
  const [before, after] = [await at({}), await at({ offset_x: 60, offset_y: 80 })];
  expect(after.x - before.x).toBeCloseTo(60 / 300, 1);
  expect(after.y - before.y).toBeCloseTo(80 / 400, 1);
});

test("rotates, scales and repeats a stamp", async () => {
  const width = async (options: object) =>
    (
      await findRed(
        (
          await stampAndDraw("watermark", { file_base64: page(""), ...red, ...options })
        ).bytes,
      )
    ).width;
  expect(await width({ scale: 2 })).toBeCloseTo(0.2, 1);
  expect(await width({ rotation: 90 })).toBeCloseTo(0.05, 1);
  expect(await width({ tile: true })).toBeGreaterThan(0.8);
});

test("puts a stamp under the page, hidden by its background", async () => {
  const ground = page("0 1 0 rg 0 0 300 400 re f");
  const { bytes } = await stampAndDraw("watermark", {
    file_base64: ground,
    ...red,
    layer: "under",
  });
  expect((await findRed(bytes)).width).toBe(Number.NEGATIVE_INFINITY);
});

test("text in any script can be read and copied", async () => {
  const text = "Straße Ωμέγα Привет 日本語 한국어";
  const { bytes, headers } = await stampAndDraw("watermark", { text, rotation: 0, pages: "2" });
  const read = (await readItems(bytes)).map((items) => items.map((item) => item.text).join(""));
  expect(read[1]).toContain(text);
  expect(read[0]).toBe("Invoice No 1");
  expect(headers.get("x-stamped-pages")).toBe("1");
});

test("text of the size auto fills most of the page's width", async () => {
  const width = async (text: string) => {
    const look = { text, rotation: 0, opacity: 1, color: "f00" };
    return (
      await findRed((await stampAndDraw("watermark", { file_base64: page(""), ...look })).bytes)
    ).width;
  };
  expect(await width("CONFIDENTIAL")).toBeCloseTo(0.8, 1);
  expect(await width("NO")).toBeGreaterThan(0.65);
});

test("a page of another PDF is stamped upright", async () => {
  const stamp = page("1 0 0 rg 0 300 100 100 re f", "/Rotate 90");
  const { bytes } = await stampAndDraw("watermark", {
    ...{ file_base64: page(""), stamp_pdf_base64: stamp, rotation: 0, opacity: 1 },
  });
  const { x, y } = await findRed(bytes);
  expect(x).toBeGreaterThan(0.5);
  expect(y).toBeGreaterThan(0.25);
});

test("flattened pages have no text left from which a stamp could be removed", async () => {
  const { bytes } = await stampAndDraw("watermark", { text: "DRAFT", flatten: true, pages: "1" });
  const [first, second] = await readItems(bytes);
  expect(first).toEqual([]);
  expect(second![0]!.text).toBe("Terms of the sale");
});

test("a page can be stamped repeatedly", async () => {
  const once = await stampAndDraw("watermark", { text: "first", rotation: 0 });
  const again = { file_base64: once.bytes.toBase64(), text: "second", rotation: 0 };
  const [items] = await readItems((await stampAndDraw("watermark", again)).bytes);
  expect(items!.map(({ text }) => text.trim())).toEqual(["Invoice No 1", "first", "second"]);
});

test("returns the same bytes for the same request", async () => {
  const body = { text: "Ω 1" };
  expect((await stampAndDraw("watermark", body)).bytes).toEqual(
    (await stampAndDraw("watermark", body)).bytes,
  );
});

describe("rejects a watermark", () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ["without a stamp", {}, "invalid_input", "body"],
    ["with two stamps", { text: "a", ...red }, "invalid_input", "body"],
    ["with a text of spaces", { text: "  " }, "invalid_input", "body.text"],
    [
      "with characters that no font has",
      { text: "a\u{1F0A1}\u{13000}" },
      "glyph_missing",
      "body.text",
    ],
    [
      "with an invalid image",
      { image_base64: "R0lGODlhAQABAAAAACw=" },
      "unsupported_image",
      "body.image_base64",
    ],
    [
      "with a page that its stamp lacks",
      { stamp_pdf_base64: sampleBase64, stamp_page: 9 },
      "page_out_of_range",
      "body.stamp_page",
    ],
    [
      "with too many repetitions",
      { text: ".", tile: true, font_size: 4, gap_x: 0, gap_y: 0 },
      "too_many_tiles",
      "body.tile",
    ],
  ])("%s", async (_, body, code, location) => {
    const answer = await json(
      await hub.post("/api/pdf/watermark", { file_base64: sampleBase64, ...body }),
    );
    expect([answer.code, answer.errors[0].location]).toEqual([code, location]);
  });

  test("and lists the characters that no font has", async () => {
    const answer = await hub.post("/api/pdf/watermark", {
      file_base64: sampleBase64,
      text: "a\u{13000}",
    });
    expect((await json(answer)).characters).toEqual(["\u{13000}"]);
  });
});

describe("page numbers", () => {
  async function texts(body: Record<string, unknown>): Promise<string[]> {
    const pages = await readItems((await stampAndDraw("page-numbers", body)).bytes);
    return pages.map((items) =>
      items
        .map(({ text }) => text)
        .join("")
        .replace(/^.*?(?:No \d|sale)/s, "")
        .trim(),
    );
  }

  test.each<[Record<string, unknown>, string[]]>([
    [{}, ["1", "2", "3"]],
    [{ style: "roman", start: 9 }, ["ix", "x", "xi"]],
    [{ style: "ALPHA" }, ["A", "B", "C"]],
    [{ pad: 6, format: "ACME-{n}", start: 99 }, ["ACME-000099", "ACME-000100", "ACME-000101"]],
    [{ format: "{page} of {total}", skip_first: 1 }, ["", "2 of 3", "3 of 3"]],
    [{ format: "{n} on {date}", pages: "2" }, ["", "1 on 2026-01-02", ""]],
  ])("with %p are %p", async (body, expected) => {
    expect(await texts(body)).toEqual(expected);
  });

  test("are on the outer side of facing pages", async () => {
    const pages = await readItems(
      (await stampAndDraw("page-numbers", { position: "bottom-right", facing: true })).bytes,
    );
    expect(pages.map((items) => items.at(-1)!.x > 150)).toEqual([true, false, true]);
  });

  test("have a background on request", async () => {
    const look = { file_base64: page(""), background: "f00", format: "page {n}" };
    expect((await findRed((await stampAndDraw("page-numbers", look)).bytes)).y).toBeGreaterThan(
      0.85,
    );
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{ style: "roman", skip_first: 1, start: 4 }, ["1", "iv", "v"]],
    [{ pad: 3, format: "A-{n}" }, ["A-001", "A-002", "A-003"]],
    [{ format: "{n} of {total}", start: 7 }, ["7", "8", "9"]],
  ])("with %p are reported to viewers as %p", async (body, expected) => {
    const { bytes } = await stampAndDraw("page-numbers", body);
    const labels = { file_base64: bytes.toBase64(), include: ["page_labels"] };
    const { page_labels } = await json(await hub.post("/api/pdf/extract-text", labels));
    expect(page_labels).toEqual(expected);
  });

  test("aren't reported unless requested", async () => {
    const { bytes } = await stampAndDraw("page-numbers", { set_page_labels: false });
    const { catalog } = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(catalog.has(PDFName.of("PageLabels"))).toBe(false);
  });

  test("include the file's name and the document's title", async () => {
    const document = await PDFDocument.load(sampleBase64, { updateMetadata: false });
    document.setTitle("Deeds");
    const form = new FormData();
    form.append("file", new File([await document.save()], "box 7.pdf"));
    form.append("format", "{filename}: {title} {n}");
    const pages = await readItems(await (await hub.post("/api/pdf/page-numbers", form)).bytes());
    expect(pages[0]!.map(({ text }) => text).join("")).toContain("box 7: Deeds 1");
  });
});
