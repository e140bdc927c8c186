import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { unzipSync } from "fflate";
import { sampleCases, testHub } from "hub/testing";
import { runQpdf } from "./engines/qpdf.ts";
import { makeFile } from "./made.fixture.ts";
import { sampleBase64 } from "./sample.ts";

setDefaultTimeout(600_000);

const hub = await testHub(import.meta.dir);

/** The requests of all endpoints that write a PDF. */
const requests: readonly [endpoint: string, body: object][] = [
  ["compress", { level: "extreme", keep_smaller: false, strip: ["attachments", "bookmarks"] }],
  ["compress", { linearize: true, grayscale: true }],
  ["fill-form", { fill: {} }],
  ["fill-form", { fill: {}, flatten: true }],
  ["merge", {}],
  ["ocr", {}],
  ["organize", { ops: [{ op: "crop", margin: 9 }, { op: "scale", to: "a4" }, { op: "flatten" }] }],
  ["organize", { ops: [{ op: "duplicate", pages: "1" }, { op: "reverse" }] }],
  ["organize", { ops: [{ op: "blank", at: 1 }, { op: "nup", per_sheet: 4 }, { op: "booklet" }] }],
  [
    "organize",
    {
      ops: [
        { op: "metadata", set: { title: "New" } },
        { op: "outline", set: [] },
      ],
    },
  ],
  ["page-numbers", {}],
  ["protect", { owner_password: "another owner", password: "owner" }],
  ["redact", { terms: ["Page 1", "Anna"] }],
  ["rotate", { angle: 90 }],
  ["split", { mode: "every" }],
  ["unlock", { lenient: true, remove: ["password", "restrictions", "signatures"] }],
  ["to-pdfa", { profile: "pdfa-3b" }],
  ["watermark", { text: "Draft 日本", tile: true }],
  ["watermark", { text: "Draft", flatten: true }],
];

const seeds = Array.from({ length: 200 }, (_, index) => index + 1);

describe.each(sampleCases(seeds, 2))(
  "qpdf finds no fault in what endpoints write from file %i",
  (seed) => {
    let made: Promise<Uint8Array> | undefined;
    const readFile = () => (made ??= makeFile(seed));

    test("as in the file itself", async () => {
      expect(await findFaults(await readFile())).toBe("");
    });

    // Each file gets a third of the requests, and each request a third of the files.
    const some = requests.filter((_, index) => (index + seed) % 3 === 0);
    test.each(some)("by %s %j", async (endpoint, body) => {
      const file_base64 = (await readFile()).toBase64();
      const source =
        endpoint === "merge" ? { files_base64: [file_base64, sampleBase64] } : { file_base64 };
      const answer = await hub.post(`/api/pdf/${endpoint}`, { ...source, ...body });
      expect(answer.status, await answer.clone().text()).toBe(200);
      const isZip = answer.headers.get("content-type") === "application/zip";
      const bytes = await answer.bytes();
      const outputs = isZip
        ? unzipSync(bytes, { filter: ({ name }) => name.endsWith(".pdf") })
        : { bytes };
      for (const output of Object.values(outputs)) expect(await findFaults(output)).toBe("");
    });
  },
);

/** Returns the faults and warnings that qpdf finds in a file. */
async function findFaults(bytes: Uint8Array): Promise<string> {
  const { exitCode, messages } = await runQpdf(["--check", "/in.pdf"], { "in.pdf": bytes });
  return exitCode === 0 && !messages.includes("WARNING") ? "" : messages || `exit ${exitCode}`;
}
