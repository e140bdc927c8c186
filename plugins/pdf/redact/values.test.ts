import { expect, setDefaultTimeout, test } from "bun:test";
import { isFullDepth, json, testHub } from "hub/testing";
import { withPdfium } from "../engines/pdfium.ts";
import { rawText, withTextPage } from "../text/text-page.ts";
import { writePages } from "./layouts.fixture.ts";
import { buildValueDocument, letters, pagesOfDocument, type ValuePage } from "./values.fixture.ts";
import { readItems } from "./verify.ts";

// Engines start slowly on a busy machine.
setDefaultTimeout(1_800_000);

const hub = await testHub(`${import.meta.dir}/..`);

interface JudgedPage extends ValuePage {
  seed: number;
  number: number;
  /** Secrets that one of two readers still finds. */
  left: string[];
  /** Texts that should have stayed, and don't. */
  lost: string[];
  reasons: string[];
  isImage: boolean;
}

async function judge(seed: number): Promise<JudgedPage[]> {
  const { bytes, pages } = buildValueDocument(seed);
  const list = (key: "term" | "regex") => pages.flatMap((page) => page[key] ?? []);
  const request = { terms: list("term"), regex: list("regex"), response: "json" };
  const body = { file_base64: bytes.toBase64(), ...request };
  const { data, ...failure } = await json(await hub.post("/api/pdf/redact", body));
  if (!data) throw new Error(`seed ${seed}: ${JSON.stringify(failure)}`);
  const output = Uint8Array.fromBase64(data.base64);
  const second = (await readItems(output)).map((items) => items.map(({ text }) => text).join(" "));
  const first = await withPdfium(output, (opened) =>
    pages.map((_, index) => withTextPage(opened, index + 1, rawText)),
  );
  const images = new Set(data.rasterized_pages.split(",").map(Number));
  return pages.map((page, index) => {
    const read = [first[index] ?? "", second[index] ?? ""].map(letters);
    const number = index + 1;
    return {
      ...{ ...page, seed, number, isImage: images.has(number) },
      left: page.secrets.filter((secret) => read.some((text) => text.includes(secret))),
      lost: page.others.filter((other) => !read[0]?.includes(letters(other))),
      reasons: data.unverified
        .filter((one: { page: number }) => one.page === number)
        .map(({ reason }: { reason: string }) => reason),
    };
  });
}

test("an expression ends with its line, although its words are aligned with others", async () => {
  const lines = [
    "The protection of the roof is not",
    "yet paid, as the board decided.",
    "See of",
    "Docket 97128",
    "Claimant1493: Polnirhof",
    "Filed 13319",
    "in the file. The net price",
    "includes the delivery, but the",
    "total does not. Tenants may keep a",
    "cat. Dogs need the consent of the",
  ];
  const drawn = lines.map((line, at) => `BT/G 9 Tf 220 ${360 - 11.25 * at} Td(${line})Tj ET`);
  const bytes = writePages([drawn.join("\n")]);
  const body = { file_base64: bytes.toBase64(), regex: ["Claimant1493: .*"], response: "json" };
  const { data } = await json(await hub.post("/api/pdf/redact", body));
  const output = Uint8Array.fromBase64(data.base64);
  const text = letters((await readItems(output))[0]?.map((item) => item.text).join(" ") ?? "");
  expect([text.includes("polnirhof"), text.includes("filed13319")]).toEqual([false, true]);
});

test("redacts values in other forms, or reports their parts", async () => {
  const count = (isFullDepth ? 400 : 100) / pagesOfDocument;
  const judged: JudgedPage[] = [];
  for (let seed = 1; seed <= count; seed++) judged.push(...(await judge(seed)));
  const planted = judged.filter(({ kind }) => kind !== "ordinary");
  const ordinary = judged.filter(({ kind }) => kind === "ordinary");
  const describe = ({ seed, number, kind, term, regex, drawn, reasons, lost }: JudgedPage) =>
    JSON.stringify({ seed, number, kind, term, regex, drawn, reasons, lost });
  const redacted = planted.filter(({ left, isImage }) => left.length === 0 && !isImage);
  const leaks = planted.filter(({ left, reasons }) => left.length > 0 && reasons.length === 0);
  const harmed = judged.filter(({ lost, isImage }) => lost.length > 0 && !isImage);
  const isSplit = ({ reasons }: JudgedPage) => reasons.includes("split");
  const split = ordinary.filter(isSplit);
  expect(leaks.map(describe)).toEqual([]);
  expect(harmed.map(describe)).toEqual([]);
  expect(redacted.length / planted.length).toBeGreaterThanOrEqual(0.97);
  expect(split.length / ordinary.length).toBeLessThanOrEqual(0.01);
});
