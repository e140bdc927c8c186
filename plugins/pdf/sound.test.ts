import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { bookPdf, formPdf } from "./documents.fixture.ts";
import { runQpdf } from "./engines/qpdf.ts";
import { sampleBase64 } from "./sample.ts";
import { soundFiles } from "./sound.fixture.ts";

setDefaultTimeout(300_000);

const hub = await testHub(import.meta.dir);

/** The request for each endpoint that reads and writes as much of a file as possible. */
const asked: Readonly<Record<string, object>> = {
  compress: {
    level: "extreme",
    strip: ["metadata", "xmp", "thumbnails", "attachments", "javascript", "bookmarks"],
  },
  "fill-form": { fill: {}, flatten: true },
  merge: {},
  organize: {
    ops: [
      { op: "flatten", what: ["forms", "annotations"] },
      { op: "reverse" },
      { op: "crop", auto: true },
      { op: "nup", per_sheet: 2 },
    ],
  },
  "page-numbers": {},
  protect: { user_password: "open sesame" },
  redact: { terms: ["Page two"] },
  rotate: { angle: 90 },
  split: { mode: "every" },
  "to-images": { dpi: 36 },
  unlock: { lenient: true },
  watermark: { text: "Draft", flatten: true },
};

/** Tries each endpoint with some files, and each file with several endpoints. */
const share = 4;

describe.each(Object.entries(asked))("%s", (endpoint, body) => {
  const place = Object.keys(asked).indexOf(endpoint);
  const own = Object.entries(soundFiles).filter((_, index) => index % share === place % share);

  test.each(sampleCases(own, 2))("accepts %s", async (_, bytes) => {
    const file = bytes.toBase64();
    const files =
      endpoint === "merge" ? { files_base64: [file, sampleBase64] } : { file_base64: file };
    const answer = await hub.post(`/api/pdf/${endpoint}`, { ...files, ...body });
    expect(answer.status, (await answer.text()).slice(0, 500)).toBe(200);
  });
});

/** The expected texts of the files, except those whose names say otherwise. */
const texts: Readonly<Record<string, readonly string[]>> = {
  "one page twice": ["Page one", "Page one"],
  "contents that two pages share": ["Page one", "Page one"],
  "contents that are null": ["", ""],
  "contents that aren't a stream": ["", ""],
};
const include = [
  "metadata",
  "outline",
  "links",
  "attachments",
  "forms",
  "images",
  "fonts",
  "security",
  "page_labels",
];

test.each(sampleCases(Object.entries(soundFiles), 6))(
  "reads the text of %s",
  async (name, bytes) => {
    const body = { file_base64: bytes.toBase64(), include };
    const { pages } = await json(await hub.post("/api/pdf/extract-text", body));
    const expected = texts[name] ?? ["Page one", "Page two"];
    expect(pages.map(({ text }: { text: string }) => text.trim())).toEqual(expected);
  },
);

test.each(sampleCases(["book", "form"] as const, 2))(
  "organize writes a %s that qpdf finds no fault with",
  async (name) => {
    const bytes = name === "book" ? bookPdf() : formPdf();
    const ops = [
      { op: "crop", margin: 10 },
      { op: "scale", to: "a4" },
      { op: "flatten", what: ["forms", "annotations"] },
    ];
    const answer = await hub.post("/api/pdf/organize", { file_base64: bytes.toBase64(), ops });
    const output = await answer.bytes();
    const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], { "in.pdf": output });
    expect([exitCode, messages]).toEqual([0, expect.not.stringContaining("WARNING")]);
  },
);

test("compress with grayscale returns a file without images unchanged if it would grow", async () => {
  const bytes = formPdf();
  const body = { file_base64: bytes.toBase64(), grayscale: true, response: "json" };
  const { data } = await json(await hub.post("/api/pdf/compress", body));
  expect(data).toMatchObject({ bytes: bytes.length, reason: "already_optimal" });
});
