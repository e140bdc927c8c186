import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, json, sampleCases, testHub } from "hub/testing";
import { renderGray, withPdfium } from "../engines/pdfium.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { stream } from "../sample.ts";
import { rawText, withTextPage } from "../text/text-page.ts";
import { behindStart, hidingPlaces, jpeg, segment, stampText } from "./hiding-places.fixture.ts";
import { drawing } from "./pages.fixture.ts";
import { readItems } from "./verify.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);

describe("removes a word, or reports that it may remain, from", () => {
  test.each(sampleCases(Object.entries(hidingPlaces), 6))("%s", async (_, place) => {
    const { term = "Johnny", body = {}, isUnsure = false } = place;
    const bytes = typeof place.bytes === "function" ? await place.bytes() : place.bytes;
    const answer = await hub.post("/api/pdf/redact", {
      ...{ file_base64: bytes.toBase64(), terms: [term], response: "json" },
      ...body,
    });
    const said = await json(answer);
    expect([answer.status, said.detail]).toEqual([200, undefined]);
    expect(said.data.verified).toBe(!isUnsure);
    if (isUnsure) expect(said.data.unverified.length).toBeGreaterThan(0);
    const file = Uint8Array.fromBase64(said.data.base64);
    const seen = await show(file);
    expect(seen.text).not.toContain(plain(term));
    expect(await insides(file)).not.toContain(plain(term));
    if (place.isSeen && !isUnsure) expect(seen.pixels).not.toEqual(await renderFirstPage(bytes));
  });
});

const withExpressions = [
  "a string in UTF-16 without a mark",
  "a stream in letters of two bytes",
  "a field of the document information",
  "the title of an article",
  "two content streams",
  "a ToUnicode that lies",
  "an object stream",
];

test.each(sampleCases(withExpressions, 2))("finds an expression in %s", async (name) => {
  const place = hidingPlaces[name]!;
  const bytes = typeof place.bytes === "function" ? await place.bytes() : place.bytes;
  const { data, file } = await redact(bytes, { ...place.body, regex: ["Joh+n{2}y"] });
  expect(data.verified).toBe(true);
  expect(await insides(file)).not.toContain("johnny");
});

async function redact(bytes: Uint8Array, body: Record<string, unknown>) {
  const request = { file_base64: bytes.toBase64(), response: "json", ...body };
  const { data, ...failure } = await json(await hub.post("/api/pdf/redact", request));
  if (!data) throw new Error(JSON.stringify(failure));
  return { data, file: Uint8Array.fromBase64(data.base64) };
}

describe("doesn't change the appearance of a file without matches:", () => {
  const kept = [
    "a tiling pattern",
    "a pattern within a pattern",
    "a glyph that writes",
    "glyphs of drawn letters with other names",
    "a soft mask",
    "letters of a picture",
    "an inline image",
    "the EXIF data of a JPEG",
    "a profile's description",
    "a layer that is off",
    "a colorant",
    "the palette of a picture",
    "a name of a resource",
    "a program of a function",
    "a ligature",
    "letters from right to left",
    "a form that two pages draw in two ways",
  ];

  test.each(sampleCases(kept, 2))("%s", async (name) => {
    const place = hidingPlaces[name]!;
    const bytes = typeof place.bytes === "function" ? await place.bytes() : place.bytes;
    const { data, file } = await redact(bytes, { terms: ["Zoe Miller"], presets: ["email"] });
    expect([data.match_count, data.string_count, data.rasterized_pages]).toEqual([0, 0, ""]);
    expect(await renderFirstPage(file)).toEqual(await renderFirstPage(bytes));
  });
});

test.each(sampleCases(["Page", "Font", "Helvetica", "Matrix", "re", "Tj", "Type", "Contents"], 2))(
  "doesn't redact the syntax word %s of the file",
  async (term) => {
    const bytes = drawing("BT /F 14 Tf 20 150 Td (My name) Tj ET 20 20 50 50 re f");
    const { data, file } = await redact(bytes, { terms: [term] });
    expect(data).toMatchObject({ verified: true, match_count: 0, string_count: 0 });
    expect(await renderFirstPage(file)).toEqual(await renderFirstPage(bytes));
  },
);

test.each([
  ["there", "the red house"],
  ["asp", "a spoon"],
  ["12345", "12 3456"],
])("%s isn't in the words %p", async (term, text) => {
  const bytes = drawing(`BT /F 14 Tf 20 150 Td (${text}) Tj ET`);
  const { data, file } = await redact(bytes, { terms: [term] });
  expect(data).toMatchObject({ match_count: 0, verified: true });
  expect((await show(file)).text).toContain(plain(text));
});

test("keeps the text next to a word on a tile, a page and in a form", async () => {
  const bytes = drawing("BT /F 14 Tf 20 150 Td (Dear J o h n n y, hello) Tj ET /X Do", {
    resources: "/XObject<</X 6 0 R>>",
    more: [
      stream(
        "BT /F 14 Tf 20 50 Td (by Johnny and Anna) Tj ET",
        "/Type/XObject/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F 5 0 R>>>>",
      ),
    ],
  });
  const { data, file } = await redact(bytes, { terms: ["Johnny"] });
  expect(data.match_count).toBe(2);
  expect((await show(file)).text).toMatch(/dear.*hello.*by.*andanna/);
});

test("removes all metadata from images", async () => {
  const bytes = await jpeg(behindStart(segment(0xe1, "Exif\0\0MM\0*somebody else")));
  const { file } = await redact(bytes, { terms: ["Johnny"] });
  expect(await insides(file)).not.toContain("somebody");
  const { file: kept } = await redact(bytes, { terms: ["Johnny"], sanitize: false });
  expect(await insides(kept)).toContain("somebody");
  expect(await renderFirstPage(file)).toEqual(await renderFirstPage(bytes));
});

test("reads a very long string to its end", async () => {
  const words = isFullDepth ? 250_000 : 50_000;
  const long = `${"abc ".repeat(words)}Johnny`;
  const bytes = drawing("", { catalog: `/Own(${long})/Other<${"ab".repeat(words)}>` });
  const { data, file } = await redact(bytes, { terms: ["Johnny"] });
  expect(data).toMatchObject({ verified: true, string_count: 1 });
  expect(await insides(file)).not.toContain("johnny");
});

test.each(sampleCases(["sans-bold", "serif"] as const, 1))(
  "trusts an embedded font with a correct mapping: %s",
  async (font) => {
    const lines = [
      "Anna liest einen Brief, 1234567890",
      "Ελένη διαβάζει",
      "„Zażółć“ – • …",
      "Жанна читает письмо",
    ];
    const { data } = await redact(
      await stampText(sampleCases(lines, 2).join("\n"), undefined, { font }),
      {
        terms: ["Johnny"],
      },
    );
    expect(data).toMatchObject({ verified: true, unverified: [] });
  },
);

test.each(sampleCases(["serif-bold", "sans-bold", "mono"] as const, 1))(
  "trusts an embedded font that is cut off at the edge of the page: %s",
  async (font) => {
    const lines = [
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
      "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧ",
      "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
    ];
    const { data } = await redact(
      await stampText(sampleCases(lines, 1).join("\n"), undefined, { font }),
      {
        terms: ["Johnny"],
      },
    );
    expect(data).toMatchObject({ verified: true, unverified: [] });
  },
);

test.each([
  [
    "lines, fields and a table",
    `${"20 20 260 160 re S ".repeat(2)}${Array.from({ length: 9 }, (_, at) => `20 ${36 + 16 * at} m 280 ${36 + 16 * at} l S`).join(" ")} 90 20 m 90 180 l S 0.9 g 20 164 260 16 re f`,
  ],
  [
    "a picture of one colour",
    "q 200 0 0 100 20 20 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x80\x80\x80\x80 EI Q",
  ],
])("%s: contains nothing that could be letters", async (_, content) => {
  const { data } = await redact(drawing(content), { terms: ["Johnny"] });
  expect(data).toMatchObject({ verified: true, unverified_reasons: "" });
});

test("reports binary attachments if they are kept", async () => {
  const files = (content: string) =>
    drawing("", {
      catalog: "/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F 6 0 R>>>>]>>>>",
      more: [stream(content, "/Type/EmbeddedFile")],
    });
  const body = { terms: ["Johnny"], sanitize: false };
  const { data: coded } = await redact(files("PK\x03\x04\x01\x02\x0e\x0f"), body);
  expect(coded.unverified).toEqual([{ page: null, reason: "attachments" }]);
  const { data: text } = await redact(files("nothing but letters"), body);
  expect(text.unverified).toEqual([]);
});

test("reports a page with an image that may contain the word", async () => {
  const place = hidingPlaces["letters of a picture"]!;
  const { data } = await redact(await (place.bytes as () => Promise<Uint8Array>)(), {
    terms: ["Johnny"],
  });
  expect(data).toMatchObject({
    verified: false,
    unverified: [{ page: 1, reason: "drawings" }],
    unverified_reasons: "drawings",
  });
});

/** Normalizes text for comparison: letters only. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

/** Returns the text from two engines, and a small image of the first page. */
async function show(file: Uint8Array): Promise<{ text: string; pixels: Uint8Array }> {
  const items = await readItems(file);
  const { pages, pixels } = await withPdfium(file, (opened) => ({
    pages: Array.from({ length: opened.pages }, (_, index) =>
      withTextPage(opened, index + 1, rawText),
    ),
    pixels: renderGray(opened, 1, { widthPixels: 300 }).pixels,
  }));
  return { text: plain([...items.flat().map(({ text }) => text), "|", ...pages].join("")), pixels };
}

/** Returns all content of a file as Latin-1, with streams inflated, and strings also in hexadecimal. */
async function insides(file: Uint8Array): Promise<string> {
  const bytes = await qpdfOutput(
    ["--object-streams=disable", "--stream-data=uncompress", "/in.pdf"],
    { files: { "in.pdf": file } },
  );
  const text = Buffer.from(bytes).toString("latin1");
  const strings = [...text.matchAll(/<([\da-fA-F\s]+)>/g)].map(([, digits]) =>
    Buffer.from(digits!.replace(/\s/g, ""), "hex").toString("latin1"),
  );
  const names = text.replace(/#([\da-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return plain([text, names, ...strings].join("|").replaceAll("\0", ""));
}

/** Returns a small image of the first page. */
function renderFirstPage(file: Uint8Array) {
  return withPdfium(file, (opened) => renderGray(opened, 1, { widthPixels: 300 }).pixels);
}
