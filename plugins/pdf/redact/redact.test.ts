import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { sampleBase64, stream } from "../sample.ts";
import { drawing, hidden } from "./pages.fixture.ts";
import { redactPdf } from "./redact.ts";
import { type Remover, removeByPdfium } from "./remove.ts";
import type { RedactBody } from "./request.ts";
import { readItems } from "./verify.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const path = "/api/pdf/redact";

async function redact(bytes: Uint8Array, body: Record<string, unknown>) {
  const request = { file_base64: bytes.toBase64(), response: "json", ...body };
  const answer = await hub.post(path, request);
  const { data, ...failure } = await json(answer);
  if (!data) throw new Error(JSON.stringify(failure));
  const file = Uint8Array.fromBase64(data.base64);
  const items = await readItems(file);
  return {
    data,
    file,
    text: items.map((page) => page.map(({ text }) => text).join("")).join("\n"),
  };
}

/** Returns all content of a file as Latin-1, with streams inflated. */
async function insides(file: Uint8Array): Promise<string> {
  const { qpdfOutput } = await import("../engines/qpdf.ts");
  const plain = await qpdfOutput(
    ["--object-streams=disable", "--stream-data=uncompress", "/in.pdf"],
    { files: { "in.pdf": file } },
  );
  return Buffer.from(plain).toString("latin1");
}

describe("removes a name from", () => {
  test.each(sampleCases(Object.entries(hidden), 4))("%s", async (_, bytes) => {
    const { data, text, file } = await redact(bytes, { terms: ["johnny"] });
    expect(data.verified).toBe(true);
    expect(text).not.toMatch(/J\s*o\s*h\s*n\s*-?\s*n\s*y/);
    expect(await insides(file)).not.toMatch(/Johnny|J\0o\0h\0n\0n\0y|4a006f0068/i);
  });
});

test("keeps the text around a name in its position", async () => {
  const { text, data } = await redact(hidden["several operators"]!, { terms: ["Johnny"] });
  expect(text.replace(/\s+/g, " ").trim()).toBe("My name is , you know");
  const [{ page, term, rects }] = data.matches;
  expect({ page, term, count: rects.length }).toEqual({ page: 1, term: "Johnny", count: 1 });
  expect(rects[0].x).toBeCloseTo(95.7, 0);
  expect(rects[0].y).toBeCloseTo(39.6, 0);
});

test("removes glyphs of a composite font", async () => {
  const stamp = { text: "Ωμέγα und Йохан", opacity: 1, rotation: 0, font_size: 20, pages: "1" };
  const stamped = await hub.post("/api/pdf/watermark", { file_base64: sampleBase64, ...stamp });
  const { text } = await redact(await stamped.bytes(), { terms: ["йохан"] });
  expect(text).toContain("Ωμέγα und");
  expect(text).not.toContain("Йохан");
});

test("removes an earlier version of the file", async () => {
  const before = Buffer.from(hidden["several operators"]!);
  const start = before.indexOf("4 0 obj");
  const size = before.length;
  const update = `4 0 obj<</Length 27>>stream\nBT /F 9 Tf (nothing) Tj ET  \nendstream\nendobj\nxref\n4 1\n${String(size).padStart(10, "0")} 00000 n \ntrailer<</Size 6/Root 1 0 R/Prev ${before.lastIndexOf("xref\n0")}>>\nstartxref\n${size + 75}\n%%EOF\n`;
  expect(start).toBeGreaterThan(0);
  const xref = update.indexOf("xref\n4");
  const fixed = update.replace(`startxref\n${size + 75}`, `startxref\n${size + xref}`);
  const { file } = await redact(Buffer.concat([before, Buffer.from(fixed)]), { terms: ["xyz"] });
  expect(await insides(file)).not.toContain("Jo");
});

describe("the matches", () => {
  const bytes = drawing(
    "BT /F 10 Tf 20 150 Td (Anna and Annabel, anna@example.com, 4111 1111 1111 1111) Tj 0 -20 Td (DE89 3704 0044 0532 0130 00, call +49 30 901820, AB-1234) Tj ET",
  );

  test.each<[string, Record<string, unknown>, string[]]>([
    ["a term in any case", { terms: ["ANNA"] }, ["bel", "@example.com"]],
    ["a whole word", { terms: ["anna"], whole_word: true }, ["Annabel", "@example.com"]],
    ["a term with its capitals", { terms: ["anna"], case_sensitive: true }, ["Anna and Annabel"]],
    ["an expression", { regex: ["[A-Z]{2}-\\d{4}"] }, ["901820,", "Anna"]],
    ["email addresses", { presets: ["email"] }, ["Anna and Annabel", "4111"]],
    ["cards and IBANs", { presets: ["credit_card", "iban"] }, ["anna@example.com", "901820"]],
    ["telephone numbers", { presets: ["phone"] }, ["AB-1234", "DE89"]],
  ])("are %s", async (_, body, kept) => {
    const { text, data } = await redact(bytes, body);
    for (const part of kept) expect(text).toContain(part);
    expect(data.match_count).toBeGreaterThan(0);
  });

  test("are empty if nothing matches", async () => {
    const { data } = await redact(bytes, { terms: ["Zoe"] });
    expect(data).toMatchObject({ match_count: 0, matches: [], verified: true });
  });
});

describe("a box", () => {
  const bytes = drawing("BT /F 14 Tf 20 150 Td (left) Tj 150 0 Td (right) Tj ET");

  test("clears its area, measured from the upper left corner", async () => {
    const { text } = await redact(bytes, { boxes: [{ page: 1, x: 10, y: 30, w: 80, h: 30 }] });
    expect(text.trim()).toBe("right");
  });

  test("is measured on a rotated page as displayed", async () => {
    const turned = hidden["a page that is turned"]!;
    const { text } = await redact(turned, { boxes: [{ page: 1, x: 130, y: 0, w: 30, h: 280 }] });
    expect(text.trim()).toBe("");
  });

  test("rasterizes the page if it overlaps a drawing", async () => {
    const image = "q 100 0 0 100 20 20 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x20\x40\x60\x80 EI Q";
    const picture = drawing(`${image} BT /F 14 Tf 150 150 Td (text) Tj ET`);
    const { data, text, file } = await redact(picture, {
      boxes: [{ page: 1, x: 30, y: 90, w: 20, h: 20 }],
      color: "ff0000",
    });
    expect(data.rasterized_pages).toBe("1");
    expect(text.trim()).toBe("");
    const drawn = await hub.post("/api/pdf/to-images", { file_base64: file.toBase64(), dpi: 72 });
    const { data: pixel } = await sharp(await drawn.bytes())
      .extract({ left: 40, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(pixel[0]).toBeGreaterThan(240);
    expect(pixel[1]).toBeLessThan(20);
  });

  // By default one page on its side and one upright.
  test.each(sampleCases([90, 270, 0, 180], 2))(
    "over drawings leaves no unread drawing on a page rotated by %d degrees",
    async (turn) => {
      const strokes = Array.from(
        { length: 40 },
        (_, at) => `${60 + 2 * at} ${100 + 8 * (at % 2)} l`,
      );
      const content = `60 100 m ${strokes.join(" ")} S`;
      const bytes = drawing(content, { page: `/Rotate ${turn}` });
      const isTurned = turn % 180 !== 0;
      const around = [
        { x: 50, y: 85, w: 100, h: 25 },
        { x: 90, y: 50, w: 25, h: 100 },
        { x: 150, y: 90, w: 100, h: 25 },
        { x: 85, y: 150, w: 25, h: 100 },
      ][turn / 90];
      const across = isTurned ? { x: 0, y: 0, w: 20, h: 300 } : { x: 0, y: 0, w: 300, h: 20 };
      for (const [box, isRead] of [
        [around, true],
        [across, false],
      ] as const) {
        const { data } = await redact(bytes, { terms: ["Zoe"], boxes: [{ page: 1, ...box }] });
        expect([data.verified, data.unverified.length]).toEqual([isRead, isRead ? 0 : 1]);
      }
    },
  );

  test("on a missing page is rejected", async () => {
    const body = { file_base64: sampleBase64, boxes: [{ page: 4, x: 0, y: 0, w: 9, h: 9 }] };
    const answer = await hub.post(path, body);
    expect((await json(answer)).code).toBe("page_out_of_range");
  });
});

test("rasterizes pages on request, and keeps others as text", async () => {
  const { data, text } = await redact(Uint8Array.fromBase64(sampleBase64), {
    terms: ["Terms"],
    mode: "rasterize",
  });
  expect(data.rasterized_pages).toBe("2");
  expect(text).toContain("Invoice No 1");
  expect(text).not.toContain("sale");
});

test("without sanitising, keeps links and titles that don't match", async () => {
  const bytes = drawing("BT /F 14 Tf 20 150 Td (Johnny) Tj ET", {
    more: ["<</Title(A letter)/Author(Johnny)>>"],
    trailer: "/Info 6 0 R",
  });
  const { file } = await redact(bytes, { terms: ["Johnny"], sanitize: false });
  const document = await PDFDocument.load(file, { updateMetadata: false });
  expect([document.getTitle(), document.getAuthor()]).toEqual(["A letter", ""]);
});

test("returns the same bytes for the same request", async () => {
  const body = { terms: ["Johnny"], label: "removed" };
  const [first, second] = [
    await redact(hidden["a form"]!, body),
    await redact(hidden["a form"]!, body),
  ];
  expect(first.data.base64).toBe(second.data.base64);
});

describe("if an engine", () => {
  const request = {
    file_base64: hidden["several operators"]!.toBase64(),
    ...{ terms: ["Johnny"], regex: [], presets: [], boxes: [], color: "000000", mode: "remove" },
    ...{
      case_sensitive: false,
      whole_word: false,
      sanitize: true,
      verify: true,
      response: "json",
    },
  } as unknown as RedactBody;
  const left = removeByPdfium;
  const noDataset = () => Promise.reject(new Error("No dataset is read"));
  const datasets = { find: noDataset, get: noDataset };

  test.each<[string, Remover]>([
    ["leaves everything", async (bytes) => ({ bytes, pages: [] })],
    [
      "falsely reports a removal",
      async (bytes, work) => ({ bytes, pages: (await left(bytes, work)).pages }),
    ],
    [
      "draws it again",
      async (bytes, work) => ({
        ...(await left(bytes, work)),
        bytes: drawing("BT /F 9 Tf 20 100 Td (Joh) Tj (nny) Tj ET"),
      }),
    ],
  ])("%s, the page becomes an image with a field over it", async (_, remover) => {
    const { body } = await redactPdf(request, { data: datasets, remover });
    const { data } = body as { data: { base64: string; rasterized_pages: string } };
    expect(data.rasterized_pages).toBe("1");
    const file = Uint8Array.fromBase64(data.base64);
    expect((await readItems(file)).flat()).toEqual([]);
    expect(await insides(file)).not.toMatch(/Joh/);
  });

  test("leaves matches that can't be read, no file is returned", async () => {
    const unknown = stream("Johnny", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Filter/Unknown");
    const bytes = drawing("/X Do", { resources: "/XObject<</X 6 0 R>>", more: [unknown] });
    const failure = await redactPdf(request, {
      data: datasets,
      remover: async () => ({ bytes, pages: [] }),
    }).catch((error) => error);
    expect(failure).toMatchObject({ code: "redaction_unverified", status: 422 });
    expect(failure.message).not.toContain("Johnny");
  });

  test("can't verify the result, the response says so", async () => {
    const { data } = await redact(hidden["several operators"]!, { terms: ["J"], verify: false });
    expect(data).toMatchObject({
      verified: false,
      unverified_reasons: "not_asked",
      unverified: [{ reason: "not_asked", page: null }],
    });
  });
});

describe("rejects a request", () => {
  test.each<[string, Record<string, unknown>, string, string]>([
    ["that asks for nothing", {}, "invalid_input", "body"],
    ["with a term of spaces", { terms: ["  "] }, "invalid_input", "body.terms.0"],
    ["with a broken expression", { regex: ["("] }, "invalid_pattern", "body.regex.0"],
    [
      "with a label that has the term",
      { terms: ["red"], label: "REDACTED" },
      "invalid_input",
      "body.label",
    ],
  ])("%s", async (_, body, code, location) => {
    const answer = await json(await hub.post(path, { file_base64: sampleBase64, ...body }));
    expect([answer.code, answer.errors[0].location]).toEqual([code, location]);
  });
});

test("removes the glyphs that a match overlaps", async () => {
  const { text, data } = await redact(hidden["words next to other glyphs"]!, {
    terms: ["Johnny"],
  });
  expect(text.trim()).toBe("");
  expect(data.match_count).toBe(1);
});

test.each(sampleCases(["עולם", "दुनिया", "한국어"], 2))(
  "finds %s among glyphs of its script",
  async (term) => {
    const stamp = { text: `abc ${term} xyz`, rotation: 0, opacity: 1, pages: "1" };
    const stamped = await hub.post("/api/pdf/watermark", { file_base64: sampleBase64, ...stamp });
    const { data } = await redact(await stamped.bytes(), { terms: [term], label: "gone" });
    expect(data.match_count).toBe(1);
  },
);

test("doesn't join the cells of a table into one word", async () => {
  const cells = drawing("BT /F 10 Tf 20 150 Td (Tea) Tj 90 0 Td (time) Tj ET");
  const { text, data } = await redact(cells, { terms: ["teatime"] });
  expect(data).toMatchObject({ match_count: 0, verified: true });
  expect(text.split(/\s+/)).toEqual(["Tea", "time"]);
});
