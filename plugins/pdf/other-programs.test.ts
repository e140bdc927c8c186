import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { testHub } from "hub/testing";
import { bookPdf, formPdf } from "./documents.fixture.ts";
import { protectedSample, sampleBase64 } from "./sample.ts";

// What other programs make of the answers, on machines that have these programs: elsewhere they are
// listed as skipped.
// Engines take their time on a busy machine.
setDefaultTimeout(30_000);

const hub = await testHub(import.meta.dir);
const folder = mkdtempSync(`${tmpdir()}/utilhub-pdf-`);
const without = (program: string) => Bun.which(program) === null;
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
];

async function answerFile(path: string, body: object): Promise<string> {
  const res = await hub.post(`/api/pdf/${path}`, body);
  const file = `${folder}/${Bun.hash(JSON.stringify([path, body]))}.pdf`;
  await Bun.write(file, await res.bytes());
  return file;
}

async function run(...command: string[]) {
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
  const [out, problems] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, out, problems };
}

describe("qpdf finds no fault with", () => {
  test.skipIf(without("qpdf")).each(requests)("%s %j", async (path, body) => {
    const { exitCode, problems } = await run("qpdf", "--check", await answerFile(path, body));
    expect([exitCode, problems]).toEqual([0, ""]);
  });
});

describe("poppler finds no fault with", () => {
  test.skipIf(without("pdftoppm")).each(requests)("%s %j", async (path, body) => {
    const file = await answerFile(path, body);
    const { exitCode, problems } = await run("pdftoppm", "-r", "20", "-png", file, `${file}.page`);
    expect([exitCode, problems]).toEqual([0, ""]);
  });
});

test.skipIf(without("pdftotext"))("poppler reads what was merged", async () => {
  const [[path, body]] = requests as [[string, object]];
  const { out } = await run("pdftotext", await answerFile(path, body), "-");
  // A form feed begins each page but the first.
  expect(out.replaceAll("\f", "").split("\n").filter(Boolean)).toEqual([
    ...[1, 2, 3, 4, 5].map((page) => `Book page ${page}`),
    ...["Form", "Anna", "Form", "Anna", "Form", "Anna"],
    ...["Invoice No 1", "Terms of the sale", "Invoice No 2"],
  ]);
});

test.skipIf(without("qpdf"))("qpdf reads the encryption that was asked for", async () => {
  const permissions = { print: "low", modify: false };
  const file = await answerFile("protect", {
    file_base64: sampleBase64,
    user_password: "u",
    owner_password: "o",
    permissions,
  });
  const { out } = await run("qpdf", "--show-encryption", "--password=u", file);
  expect(out).toContain("R = 6");
  expect(out).toContain("print low resolution: allowed\nprint high resolution: not allowed");
  expect(out).toContain("stream encryption method: AESv3");
});
