import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { isMissing, sampleCases, testHub } from "hub/testing";
import sharp from "sharp";
import { bookPdf, formPdf } from "./documents.fixture.ts";
import { runQpdf } from "./engines/qpdf.ts";
import { hidden } from "./redact/pages.fixture.ts";
import { protectedSample, sampleBase64 } from "./sample.ts";

// Checks responses with other programs, if this machine has them. Otherwise the tests are listed
// as skipped.
// Engines are slow on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(import.meta.dir);
const folder = mkdtempSync(`${tmpdir()}/utilhub-pdf-`);
const lacksMupdf = isMissing("mutool", { from: "mupdf-tools" });
const lacksPoppler = isMissing("pdftotext", { from: "poppler-utils" });
const book = bookPdf().toBase64();
const form = formPdf().toBase64();

const requests: [path: string, body: object][] = [
  [
    "merge",
    { files_base64: [book, form, form, sampleBase64], ranges: ["", "1,1"], page_labels: true },
  ],
  ["split", { file_base64: book, ranges: "2-4" }],
  ["rotate", { file_base64: book, angle: 90 }],
  ["unlock", { file_base64: protectedSample, password: "sesame" }],
  [
    "organize",
    {
      file_base64: book,
      ops: [{ op: "reverse" }, { op: "outline", set: [{ title: "A", page: 2 }] }],
    },
  ],
  [
    "organize",
    {
      file_base64: form,
      ops: [
        { op: "duplicate", pages: "1" },
        { op: "crop", pages: "1", margin: 5 },
      ],
    },
  ],
  [
    "organize",
    { file_base64: form, ops: [{ op: "flatten" }, { op: "scale", pages: "1", to: "a4" }] },
  ],
  ["organize", { file_base64: book, ops: [{ op: "nup", per_sheet: 4, border: true }] }],
  ["organize", { file_base64: book, ops: [{ op: "booklet" }] }],
  ["fill-form", { file_base64: form, fill: { name: "Żółć Ωμέγα" } }],
];

const answers = new Map<string, Promise<Uint8Array>>();

/** Returns the file from an endpoint's response. Several programs check the same file. */
function answer(path: string, body: object): Promise<Uint8Array> {
  const key = JSON.stringify([path, body]);
  const made = answers.get(key) ?? hub.post(`/api/pdf/${path}`, body).then((res) => res.bytes());
  answers.set(key, made);
  return made;
}

async function answerFile(path: string, body: object): Promise<string> {
  const file = `${folder}/${Bun.hash(JSON.stringify([path, body]))}.pdf`;
  await Bun.write(file, await answer(path, body));
  return file;
}

async function run(...command: string[]) {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [out, problems] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, out, problems };
}

describe("qpdf finds no error in", () => {
  test.each(requests)("%s %j", async (path, body) => {
    const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], {
      "in.pdf": await answer(path, body),
    });
    expect(exitCode, messages).toBe(0);
    expect(messages).not.toContain("WARNING");
  });
});

describe("poppler finds no error in", () => {
  test.skipIf(lacksPoppler).each(requests)("%s %j", async (path, body) => {
    const file = await answerFile(path, body);
    const { exitCode, problems } = await run("pdftoppm", "-r", "20", "-png", file, `${file}.page`);
    expect([exitCode, problems]).toEqual([0, ""]);
  });
});

test.skipIf(lacksPoppler)("poppler reads a merged file", async () => {
  const [[path, body]] = requests as [[string, object]];
  const { out } = await run("pdftotext", await answerFile(path, body), "-");
  // A form feed starts each page except the first.
  expect(out.replaceAll("\f", "").split("\n").filter(Boolean)).toEqual([
    ...[1, 2, 3, 4, 5].map((page) => `Book page ${page}`),
    ...["Form", "Anna", "Form", "Anna", "Form", "Anna"],
    ...["Invoice No 1", "Terms of the sale", "Invoice No 2"],
  ]);
});

test("qpdf reads the requested encryption", async () => {
  const permissions = { print: "low", modify: false };
  const bytes = await answer("protect", {
    file_base64: sampleBase64,
    user_password: "u",
    owner_password: "o",
    permissions,
  });
  const args = ["--show-encryption", "--password=u", "/in.pdf"];
  const { messages } = await runQpdf(args, { "in.pdf": bytes });
  expect(messages).toContain("R = 6");
  expect(messages).toContain("print low resolution: allowed\nprint high resolution: not allowed");
  expect(messages).toContain("stream encryption method: AESv3");
});

/** Returns a program's output for a PDF, and its exit code if it isn't zero. */
async function runProgram(command: (file: string) => string[], bytes: Uint8Array): Promise<string> {
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

async function callEndpoint(path: string, body: Record<string, unknown>): Promise<Uint8Array> {
  const answer = await hub.post(`/api/pdf/${path}`, { file_base64: sampleBase64, ...body });
  expect(answer.status).toBe(200);
  return answer.bytes();
}

test.each<[string, Record<string, unknown>]>([
  ["compress", { linearize: true }],
  ["watermark", { text: "Ωμέγα 日本", tile: true, font_size: 20 }],
  ["watermark", { text: "flat", flatten: true }],
  ["page-numbers", { style: "roman" }],
  ["redact", { terms: ["Invoice"], label: "gone" }],
  ["redact", { terms: ["Terms"], mode: "rasterize" }],
])("qpdf finds no error in the output of %s for %j", async (path, body) => {
  const check = await runQpdf(["--check", "/in.pdf"], { "in.pdf": await callEndpoint(path, body) });
  expect(check.messages).toContain("No syntax or stream encoding errors found");
});

describe.skipIf(lacksPoppler || lacksMupdf)("poppler and MuPDF don't find", () => {
  test.each(sampleCases(Object.entries(hidden), 3))("a name in %s", async (_, bytes) => {
    const redacted = await callEndpoint("redact", {
      file_base64: bytes.toBase64(),
      terms: ["Johnny"],
    });
    const texts = await Promise.all([
      runProgram((file) => ["pdftotext", file, "-"], redacted),
      runProgram((file) => ["mutool", "draw", "-q", "-F", "txt", file], redacted),
      runProgram((file) => ["mutool", "show", "-g", file, "grep"], redacted),
    ]);
    for (const text of texts) {
      expect(text).not.toContain("exit code");
      expect(text).not.toMatch(/J\s*o\s*h\s*n\s*-?\s*n\s*y/i);
    }
  });
});

test.skipIf(lacksPoppler)("poppler reads the exact text of a stamp", async () => {
  const text = "Straße Ωμέγα Привет 한국어";
  const stamped = await callEndpoint("watermark", { text, rotation: 0, pages: "1" });
  expect(await runProgram((file) => ["pdftotext", "-l", "1", file, "-"], stamped)).toContain(text);
});

test.skipIf(lacksPoppler)("poppler reads the value of a filled field", async () => {
  const filled = await callEndpoint("fill-form", {
    file_base64: form,
    fill: { name: "Żółć Ωμέγα" },
  });
  expect(await runProgram((file) => ["pdftotext", file, "-"], filled)).toContain("Żółć Ωμέγα");
});

test.skipIf(lacksPoppler)("poppler reads the same words", async () => {
  const answer = await hub.post("/api/pdf/extract-text", {
    file_base64: sampleBase64,
    merge_pages: true,
  });
  const { text } = (await answer.json()) as { text: string };
  const theirs = await runProgram(
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
  const theirs = Buffer.from(
    await runProgram(command, Uint8Array.fromBase64(sampleBase64)),
    "base64",
  );
  const ours = await callEndpoint("to-images", { pages: "1", dpi: 72 });
  const [a, b] = await Promise.all(
    [theirs, ours].map((image) => sharp(image).greyscale().blur(3).raw().toBuffer()),
  );
  expect(a!.length).toBe(b!.length);
  const furthest = a!.reduce((most, value, at) => Math.max(most, Math.abs(value - b![at]!)), 0);
  expect(furthest).toBeLessThan(40);
});
