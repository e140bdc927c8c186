import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { PDFDocument, PDFName } from "pdf-lib";
import sharp from "sharp";
import { fieldCases, undrawnForm } from "./forms.fixture.ts";

setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const everyField = undrawnForm(Object.values(fieldCases).map(({ entries }) => entries));

async function extractText(bytes: Uint8Array): Promise<string> {
  const answer = await hub.post("/api/pdf/extract-text", { file_base64: bytes.toBase64() });
  return (await json(answer)).pages[0].text.trim();
}

async function callEndpoint(endpoint: string, body: object): Promise<Uint8Array> {
  const answer = await hub.post(`/api/pdf/${endpoint}`, body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.bytes();
}

/** Returns the share of the first page that isn't white. */
async function ink(bytes: Uint8Array, options: object = {}): Promise<number> {
  const body = { file_base64: bytes.toBase64(), pages: "1", dpi: 72, ...options };
  const image = sharp(await callEndpoint("to-images", body)).greyscale();
  const { data } = await image.raw().toBuffer({ resolveWithObject: true });
  return data.filter((shade) => shade < 128).length;
}

describe("a field without an appearance", () => {
  test.each(sampleCases(Object.entries(fieldCases), 5))(
    "is read: %s",
    async (_, { entries, says }) => {
      expect(await extractText(undrawnForm([entries]))).toBe(says);
    },
  );

  test("is drawn in an image, unless only the page content is requested", async () => {
    const form = undrawnForm(["/FT/Tx/V(Anna)"]);
    expect(await ink(form)).toBeGreaterThan(20);
    expect(await ink(form, { annotations: false })).toBe(0);
  });

  test.each([
    ["flatten", { op: "flatten", what: ["forms"] }],
    ["nup", { op: "nup", per_sheet: 2 }],
    ["booklet", { op: "booklet" }],
  ])("is there after %s", async (_, op) => {
    const flat = await callEndpoint("organize", { file_base64: everyField.toBase64(), ops: [op] });
    const said = await extractText(flat);
    for (const { says } of Object.values(fieldCases)) expect(said).toContain(says);
    expect((await PDFDocument.load(flat)).catalog.has(PDFName.of("AcroForm"))).toBe(false);
  });

  test("is in the image that a watermark makes of a page, and no field is left", async () => {
    const body = { file_base64: everyField.toBase64(), text: ".", opacity: 0.01, flatten: true };
    const flat = await callEndpoint("watermark", body);
    expect(await ink(flat)).toBeGreaterThan(500);
    const facts = { file_base64: flat.toBase64(), include: ["forms"] };
    expect((await json(await hub.post("/api/pdf/extract-text", facts))).forms).toEqual([]);
  });

  test("is drawn by redact, and a term in it is removed", async () => {
    const form = undrawnForm([
      "/FT/Ch/Ff 131072/V(a)/Opt[[(a)(Alpha)]]",
      "/FT/Ch/Ff 131072/V(b)/Opt[(b)]/DA(/Helv 12 Tf 0 g)",
    ]);
    const redacted = await callEndpoint("redact", {
      file_base64: form.toBase64(),
      terms: ["Alpha"],
    });
    expect(await extractText(redacted)).toBe("b");
  });

  test("splits the pages of a document by its text", async () => {
    const body = { file_base64: undrawnForm(["/FT/Tx/V(Anna)"]).toBase64(), mode: "text" };
    const answer = await hub.post("/api/pdf/split", { ...body, pattern: "Anna" });
    expect(answer.status).toBe(200);
  });

  test("is drawn on a page used as a stamp", async () => {
    const { sampleBase64 } = await import("../sample.ts");
    const stamp_pdf_base64 = undrawnForm(["/FT/Tx/V(Stamped)"]).toBase64();
    const body = { file_base64: sampleBase64, stamp_pdf_base64, rotation: 0 };
    expect(await extractText(await callEndpoint("watermark", body))).toContain("Stamped");
  });

  test("keeps its font when merged with a form that uses another font", async () => {
    const [one, other] = [
      undrawnForm(["/FT/Tx/V(One)"], "/NeedAppearances true"),
      undrawnForm(["/FT/Tx/V(Other)"]),
    ];
    const merged = await callEndpoint("merge", {
      files_base64: [one.toBase64(), other.toBase64()],
    });
    const { pages } = await json(
      await hub.post("/api/pdf/extract-text", { file_base64: merged.toBase64() }),
    );
    expect(pages.map(({ text }: { text: string }) => text.trim())).toEqual(["One", "Other"]);
  });
});

test("a form with NeedAppearances shows the current values of its fields", async () => {
  const { formPdf } = await import("../documents.fixture.ts");
  const stale = Buffer.from(formPdf()).toString("latin1").replace("/V(Anna)", "/V(Otto)");
  expect(await extractText(Buffer.from(stale, "latin1"))).toBe("Form\nAnna");
  const asking = stale.replace("/DR<<", "/NeedAppearances true/DR<<");
  expect(await extractText(Buffer.from(asking, "latin1"))).toBe("Form\nOtto");
});

test("a form with NeedAppearances is left to viewers if no page is drawn", async () => {
  const file_base64 = undrawnForm(["/FT/Tx/V(Anna)"], "/NeedAppearances true").toBase64();
  const rotated = await PDFDocument.load(await callEndpoint("rotate", { file_base64, angle: 90 }));
  expect(rotated.catalog.getAcroForm()?.dict.toString()).toContain("/NeedAppearances true");
});

test("rejects a form with more text than the limit", async () => {
  const many = undrawnForm([`/FT/Tx/V(${"x".repeat(1_000_001)})`]);
  const answer = await hub.post("/api/pdf/to-images", { file_base64: many.toBase64() });
  expect(await json(answer)).toMatchObject({ code: "pdf_limit_exceeded", limit: "fields" });
});
