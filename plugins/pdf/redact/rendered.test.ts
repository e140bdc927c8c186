import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { letter, scanPdf } from "../ocr/scans.fixture.ts";
import { samplePdf } from "../sample.ts";
import { buildPatterns } from "./patterns.ts";
import { isReadable } from "./rendered.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const lines = letter.slice(0, 4);

async function redact(bytes: Uint8Array, body: Record<string, unknown>) {
  const request = { file_base64: bytes.toBase64(), response: "json", verify: "render", ...body };
  return json(await hub.post("/api/pdf/redact", request));
}

describe("with `verify: render`", () => {
  test("a term that can be read in a scan is reported", async () => {
    const scan = await scanPdf({ lines }, { lines: ["Nothing to see here"] }, { lines, turns: 1 });
    const { data } = await redact(scan, { terms: ["whitfield"] });
    expect(data.verified).toBe(false);
    expect(data.unverified_reasons).toBe("rendered,drawings");
    const pages = data.unverified.filter(({ reason }: { reason: string }) => reason === "rendered");
    expect(pages.map(({ page }: { page: number }) => page)).toEqual([1, 3]);
  });

  test("a term that was removed from a searchable scan is not reported, but the scan is", async () => {
    const file_base64 = (await scanPdf({ lines })).toBase64();
    const { data: made } = await json(
      await hub.post("/api/pdf/ocr", { file_base64, response: "json" }),
    );
    const { data } = await redact(Uint8Array.fromBase64(made.base64), {
      terms: ["Whitfield", "2026-0417"],
    });
    expect(data.match_count).toBe(2);
    expect(data.unverified).toEqual([{ reason: "drawings", page: 1 }]);
  });

  test("a document of plain text is verified", async () => {
    const { data } = await redact(samplePdf(["Invoice No 1"]), {
      terms: ["Invoice"],
      label: "removed",
    });
    expect([data.verified, data.unverified]).toEqual([true, []]);
    expect(data.engine).toContain("tesseract");
  });
});

test("`verify: render` fails with 422 for more pages than can be recognised", async () => {
  const many = samplePdf(Array.from({ length: 51 }, (_, index) => `Page ${index + 1}`));
  expect(await redact(many, { terms: ["Page"] })).toMatchObject({
    code: "pdf_limit_exceeded",
    detail: 'body.verify can be "render" for at most 50 pages: the document has 51',
  });
});

test("a language that the hub lacks fails with 422", async () => {
  const answer = await redact(samplePdf(), { terms: ["Page"], languages: ["tlh"] });
  expect(answer.code).toBe("ocr_language_missing");
  expect(answer.detail).toStartWith("body.languages must name languages of this hub");
});

test("`verify` can be sent in a query, and other values are refused", async () => {
  const send = (verify: string) =>
    hub.post(
      `/api/pdf/redact?terms=Invoice&response=json&verify=${verify}`,
      new Blob([samplePdf(["Invoice"])], { type: "application/pdf" }),
    );
  expect((await json(await send("render"))).data.engine).toContain("tesseract");
  expect((await json(await send("false"))).data.unverified_reasons).toBe("not_asked");
  const refused = await json(await send("maybe"));
  expect(refused.detail).toBe('body.verify must be true or false or "render": it is "maybe"');
});

describe("recognised lines", () => {
  const find = (lines: string[], terms: string[], more: Record<string, unknown> = {}) =>
    isReadable(
      lines,
      buildPatterns({
        ...{ terms, regex: [], presets: [], case_sensitive: false, whole_word: false },
        ...more,
      }),
    );

  test.each([
    [["Ms Wh1tfie1d,"], ["Whitfield"]],
    [["Jona-", "than wrote"], ["Jonathan"]],
    [["Jonathan", "Pemberton"], ["Jonathan Pemberton"]],
    [["José García"], ["Jose Garcia"]],
    [["No. 2O26-O4I7"], ["2026-0417"]],
  ])("%j have a match of %j", (lines, terms) => expect(find(lines, terms)).toBe(true));

  test.each([
    [["Ms Whitby"], ["Whitfield"], {}],
    [["No. 2026-0418"], ["2026-0417"], {}],
    [["the red car"], ["there"], {}],
    [["a party"], ["part"], { whole_word: true }],
    [["will"], ["IL"], { whole_word: true }],
    [["whitfield"], ["Whitfield"], { case_sensitive: true }],
  ])("%j have none of %j", (lines, terms, more) => expect(find(lines, terms, more)).toBe(false));

  test("are searched for expressions and presets", () => {
    expect(find(["write to jane@example.com"], [], { presets: ["email"] })).toBe(true);
    expect(find(["order 12-345"], [], { regex: ["\\d{2}-\\d{3}"] })).toBe(true);
    expect(find(["order 12345"], [], { regex: ["\\d{2}-\\d{3}"] })).toBe(false);
  });
});
