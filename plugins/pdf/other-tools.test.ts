import { describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { isMissing, testHub } from "hub/testing";
import sharp from "sharp";
import { runQpdf } from "./engines/qpdf.ts";
import { hidden } from "./redact/pages.fixture.ts";
import { sampleBase64 } from "./sample.ts";

const hub = await testHub(import.meta.dir);

/** What a program says of a PDF; its exit code besides, where it is not zero. */
async function said(command: (file: string) => string[], bytes: Uint8Array): Promise<string> {
  const file = `${tmpdir()}/utilhub-pdf-${Bun.randomUUIDv7()}/file.pdf`;
  await Bun.write(file, bytes);
  const child = Bun.spawn(command(file), { stdout: "pipe", stderr: "pipe" });
  const [out, faults, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return code === 0 ? out : `${out}${faults}exit code ${code}`;
}

async function made(path: string, body: Record<string, unknown>): Promise<Uint8Array> {
  const answer = await hub.post(`/api/pdf/${path}`, { file_base64: sampleBase64, ...body });
  expect(answer.status).toBe(200);
  return answer.bytes();
}

const lacksPoppler = isMissing("pdftotext", { from: "poppler-utils" });
const lacksMupdf = isMissing("mutool", { from: "mupdf-tools" });

test.each<[string, Record<string, unknown>]>([
  ["compress", { linearize: true }],
  ["watermark", { text: "Ωμέγα 日本", tile: true, font_size: 20 }],
  ["watermark", { text: "flat", flatten: true }],
  ["page-numbers", { style: "roman" }],
  ["redact", { terms: ["Invoice"], label: "gone" }],
  ["redact", { terms: ["Terms"], mode: "rasterize" }],
])("qpdf finds nothing wrong with what %s makes by %j", async (path, body) => {
  const check = await runQpdf(["--check", "/in.pdf"], { "in.pdf": await made(path, body) });
  expect(check.messages).toContain("No syntax or stream encoding errors found");
});

describe.skipIf(lacksPoppler || lacksMupdf)("poppler and MuPDF find nothing either of", () => {
  test.each(Object.entries(hidden))("a name in %s", async (_, bytes) => {
    const redacted = await made("redact", { file_base64: bytes.toBase64(), terms: ["Johnny"] });
    const texts = await Promise.all([
      said((file) => ["pdftotext", file, "-"], redacted),
      said((file) => ["mutool", "draw", "-q", "-F", "txt", file], redacted),
      said((file) => ["mutool", "show", "-g", file, "grep"], redacted),
    ]);
    for (const text of texts) {
      expect(text).not.toContain("exit code");
      expect(text).not.toMatch(/J\s*o\s*h\s*n\s*-?\s*n\s*y/i);
    }
  });
});

test.skipIf(lacksPoppler)("poppler reads a stamp's text as it was given", async () => {
  const text = "Straße Ωμέγα Привет 한국어";
  const stamped = await made("watermark", { text, rotation: 0, pages: "1" });
  expect(await said((file) => ["pdftotext", "-l", "1", file, "-"], stamped)).toContain(text);
});

test.skipIf(lacksPoppler)("poppler reads the same words", async () => {
  const answer = await hub.post("/api/pdf/extract-text", {
    file_base64: sampleBase64,
    merge_pages: true,
  });
  const { text } = (await answer.json()) as { text: string };
  const theirs = await said(
    (file) => ["pdftotext", file, "-"],
    Uint8Array.fromBase64(sampleBase64),
  );
  expect(text.split(/\s+/)).toEqual(theirs.trim().split(/\s+/));
});

test.skipIf(lacksPoppler)("poppler draws a page as pdfium does", async () => {
  const command = (file: string) => [
    "sh",
    "-c",
    `pdftoppm -r 72 -png -singlefile ${file} ${file} && base64 -w0 ${file}.png`,
  ];
  const theirs = Buffer.from(await said(command, Uint8Array.fromBase64(sampleBase64)), "base64");
  const ours = await made("to-images", { pages: "1", dpi: 72 });
  const [a, b] = await Promise.all(
    [theirs, ours].map((image) => sharp(image).greyscale().blur(3).raw().toBuffer()),
  );
  expect(a!.length).toBe(b!.length);
  const furthest = a!.reduce((most, value, at) => Math.max(most, Math.abs(value - b![at]!)), 0);
  expect(furthest).toBeLessThan(40);
});
