import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import { buildArchive } from "../check/sound.fixture.ts";
import { bookPdf, formPdf } from "../documents.fixture.ts";
import { sampleBase64, samplePdf, writePdf } from "../sample.ts";
import { readBack, readOutline } from "../second-engine.fixture.ts";

// Engines are slow on a busy machine.
setDefaultTimeout(300_000);

const hub = await testHub(`${import.meta.dir}/..`);
const book = bookPdf().toBase64();
const split = (body: object) => hub.post("/api/pdf/split", { file_base64: sampleBase64, ...body });

/** Returns the files of a ZIP response with their manifest entries. */
async function parts(body: object) {
  const res = await split(body);
  expect(res.status, await res.clone().text()).toBe(200);
  expect(res.headers.get("content-type")).toBe("application/zip");
  const { "manifest.json": manifest, ...files } = unzipSync(await res.bytes());
  const told = JSON.parse(Buffer.from(manifest!).toString()).parts;
  const read = await Promise.all(Object.values(files).map((bytes) => readBack(bytes)));
  return { told, names: Object.keys(files), texts: read.map(({ texts }) => texts), read };
}

const listPageNumbers = (told: { page_numbers: number[] }[]) =>
  told.map(({ page_numbers }) => page_numbers);

test("splits by ranges, which may overlap and be reversed", async () => {
  const { names, texts, told } = await parts({ ranges: "1-2;z-1;2" });
  expect(names).toEqual(["001.pdf", "002.pdf", "003.pdf"]);
  expect(texts[1]).toEqual(["Invoice No 2", "Terms of the sale", "Invoice No 1"]);
  expect(listPageNumbers(told)).toEqual([[1, 2], [3, 2, 1], [2]]);
});

test("splits after every N pages", async () => {
  const { told } = await parts({ file_base64: book, mode: "every", every: 2 });
  expect(listPageNumbers(told)).toEqual([[1, 2], [3, 4], [5]]);
});

test("splits at pages whose text matches a pattern", async () => {
  const { texts } = await parts({ mode: "text", pattern: "^Invoice No \\d+$" });
  expect(texts).toEqual([["Invoice No 1", "Terms of the sale"], ["Invoice No 2"]]);
});

test("splits at bookmarks down to a level, with their titles", async () => {
  const titles = async (level: number) =>
    (await parts({ file_base64: book, mode: "bookmarks", level })).told.map(
      ({ title, page_numbers }: { title: string; page_numbers: number[] }) => [
        title,
        ...page_numbers,
      ],
    );
  expect(await titles(1)).toEqual([
    ["One", 1, 2, 3],
    ["Two", 4, 5],
  ]);
  expect(await titles(2)).toEqual([
    ["One", 1, 2],
    ["Section", 3],
    ["Two", 4, 5],
  ]);
});

test("splits at blank pages and omits them", async () => {
  const file_base64 = samplePdf(["A", "", "", "B", "C", ""]).toBase64();
  const { texts } = await parts({ file_base64, mode: "blank" });
  expect(texts).toEqual([["A"], ["B", "C"]]);
});

test("splits by size: as many pages as fit, and a page alone if it is too large", async () => {
  const heavy = samplePdf(Array.from({ length: 12 }, (_, page) => `${page}${"x".repeat(2500)}`));
  const { told } = await parts({ file_base64: heavy.toBase64(), mode: "size", max_bytes: 10_000 });
  expect(told.map(({ pages }: { pages: number }) => pages)).toEqual([3, 3, 3, 3]);
  for (const { bytes } of told) expect(bytes).toBeLessThanOrEqual(10_000);
  const huge = samplePdf(["x".repeat(20_000), "y"]).toBase64();
  expect((await parts({ file_base64: huge, mode: "size", max_bytes: 10_000 })).told).toHaveLength(
    2,
  );
});

test("keeps the bookmarks, labels and fields of each part", async () => {
  const { read } = await parts({ file_base64: book, ranges: "1-3;4-5" });
  expect(await readOutline(read[0]!)).toEqual([["One", 1, [["Section", 3]]]]);
  expect(await readOutline(read[1]!)).toEqual([["Two", 1]]);
  expect(await read[1]!.document.getPageLabels()).toEqual(["2", "3"]);
  const res = await split({ file_base64: formPdf().toBase64(), ranges: "1" });
  const { document } = await readBack(await res.bytes());
  expect(Object.keys((await document.getFieldObjects())!)).toEqual(["name"]);
});

test("keeps the metadata of a file whose attached files it leaves out", async () => {
  const bytes = buildArchive((object) =>
    object.replace(
      "<pdfaid:conformance>B</pdfaid:conformance>",
      '<f:Version xmlns:f="urn:fac">1</f:Version>',
    ),
  );
  const res = await split({ file_base64: bytes.toBase64(), mode: "every", response: "json" });
  const { data } = await json(res);
  expect(data).toMatchObject({ lost: "attachments=1,pdfa_claim=1" });
  expect(data.warnings).toContain("Removed properties of the metadata: 1 (urn:fac)");
  const body = { file_base64: data.base64, profile: "pdfua-1" };
  const check = await json(await hub.post("/api/pdf/check", body));
  expect([check.claims, check.violations]).toEqual([["pdfua-1"], []]);
});

test("returns a PDF for a single part, for merged parts and for the first pages only", async () => {
  const texts = async (body: object) => {
    const res = await split(body);
    expect(res.headers.get("content-type")).toBe("application/pdf");
    return (await readBack(await res.bytes())).texts;
  };
  expect(await texts({ ranges: "2" })).toEqual(["Terms of the sale"]);
  expect(await texts({ ranges: "3;1", unify: true })).toEqual(["Invoice No 2", "Invoice No 1"]);
  expect(await texts({ mode: "every", every: 1000, limit_pages: 2 })).toEqual([
    "Invoice No 1",
    "Terms of the sale",
  ]);
});

test("lists the pages of each part in JSON", async () => {
  const { data } = await json(await split({ ranges: "1;2", response: "json" }));
  expect([data.mime, data.parts, data.pages]).toEqual(["application/zip", 2, 2]);
  expect(data.manifest[1]).toMatchObject({
    name: "002.pdf",
    pages: 1,
    page_numbers: [2],
    title: null,
  });
});

describe("rejects", () => {
  test.each([
    [{}, 400, "invalid_input"],
    [{ mode: "size" }, 400, "invalid_input"],
    [{ mode: "bookmarks" }, 422, "nothing_to_split"],
    [{ mode: "blank" }, 422, "nothing_to_split"],
    [{ mode: "blank", file_base64: samplePdf(["", ""]).toBase64() }, 422, "nothing_to_split"],
    [{ mode: "text", pattern: "Receipt" }, 422, "pattern_not_found"],
    [{ mode: "text", pattern: "(" }, 422, "invalid_pattern"],
    [{ mode: "text", pattern: "(a)\\1" }, 422, "invalid_pattern"],
    [{ ranges: "1;4" }, 422, "page_out_of_range"],
    [{ ranges: "1;".repeat(500).concat("1") }, 422, "too_many_parts"],
  ])("%j", async (body, status, code) => {
    const res = await split(body);
    expect([res.status, (await json(res)).code]).toEqual([status, code]);
  });
});

test("inherits page attributes that are null", async () => {
  const tree = writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/Rotate 90>>",
    "<</Type/Pages/Parent 2 0 R/Count 1/Kids[4 0 R]/Rotate null>>",
    "<</Type/Page/Parent 3 0 R/MediaBox[0 0 100 50]>>",
  ]);
  const res = await split({ file_base64: tree.toBase64(), ranges: "1" });
  expect(res.status, await res.clone().text()).toBe(200);
  expect((await readBack(await res.bytes())).rotations).toEqual([90]);
});
