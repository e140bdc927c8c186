import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { isMissing, testHub } from "hub/testing";
import { bookPdf, formPdf } from "./documents.fixture.ts";
import { runQpdf } from "./engines/qpdf.ts";
import { protectedSample, sampleBase64 } from "./sample.ts";

// What other programs make of the answers, on machines that have these programs: elsewhere they are
// listed as skipped.
// Engines take their time on a busy machine.
setDefaultTimeout(30_000);

const hub = await testHub(import.meta.dir);
const folder = mkdtempSync(`${tmpdir()}/utilhub-pdf-`);
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
];

async function answer(path: string, body: object): Promise<Uint8Array> {
  return (await hub.post(`/api/pdf/${path}`, body)).bytes();
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

describe("qpdf finds no fault with", () => {
  test.each(requests)("%s %j", async (path, body) => {
    const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], {
      "in.pdf": await answer(path, body),
    });
    expect(exitCode, messages).toBe(0);
    expect(messages).not.toContain("WARNING");
  });
});

describe("poppler finds no fault with", () => {
  test.skipIf(lacksPoppler).each(requests)("%s %j", async (path, body) => {
    const file = await answerFile(path, body);
    const { exitCode, problems } = await run("pdftoppm", "-r", "20", "-png", file, `${file}.page`);
    expect([exitCode, problems]).toEqual([0, ""]);
  });
});

test.skipIf(lacksPoppler)("poppler reads what was merged", async () => {
  const [[path, body]] = requests as [[string, object]];
  const { out } = await run("pdftotext", await answerFile(path, body), "-");
  // A form feed begins each page but the first.
  expect(out.replaceAll("\f", "").split("\n").filter(Boolean)).toEqual([
    ...[1, 2, 3, 4, 5].map((page) => `Book page ${page}`),
    ...["Form", "Anna", "Form", "Anna", "Form", "Anna"],
    ...["Invoice No 1", "Terms of the sale", "Invoice No 2"],
  ]);
});

test("qpdf reads the encryption that was asked for", async () => {
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
