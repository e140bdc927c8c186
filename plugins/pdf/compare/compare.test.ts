import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { protectedSample, samplePdf, stream, writePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);

/** Builds pages of lines, each with further drawing operators. */
function buildPages(pages: readonly { lines: readonly string[]; drawing?: string }[]): string {
  const number = (index: number) => 4 + 2 * index;
  const kids = pages.map((_, index) => `${number(index)} 0 R`).join(" ");
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages.length}/Kids[${kids}]/MediaBox[0 0 400 400]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    ...pages.flatMap(({ lines, drawing = "" }, index) => [
      `<</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents ${number(index) + 1} 0 R>>`,
      stream(
        `q ${drawing} Q\n${lines.map((line, row) => `BT/F 12 Tf 24 ${360 - 20 * row} Td(${line})Tj ET`).join("\n")}`,
      ),
    ]),
  ]).toBase64();
}

async function compare(before: string, after: string, options: object = {}) {
  const body = { before_base64: before, after_base64: after, ...options };
  return (await json(await hub.post("/api/pdf/compare", body))).data;
}

const terms = "The parties agree on the following terms of delivery and payment".split(" ");
const page = (name: string) => ({ lines: [`${name}: ${terms.join(` ${name} `)}`] });

test("finds no difference between equal files", async () => {
  const file = buildPages([page("one"), page("two")]);
  expect(await compare(file, file)).toMatchObject({
    equal: true,
    inserted_words: 0,
    pages: [
      { change: "none", before: 1, after: 1, words: [], pictures: [] },
      { change: "none", before: 2, after: 2, words: [], pictures: [] },
    ],
  });
});

test("finds inserted and deleted words with their areas", async () => {
  const before = buildPages([{ lines: ["Delivery within thirty days", "of the order"] }]);
  const after = buildPages([{ lines: ["Delivery within ten days", "of the signed order"] }]);
  const { pages, ...counts } = await compare(before, after);
  expect(counts).toMatchObject({ equal: false, inserted_words: 2, deleted_words: 1 });
  const words = pages[0].words.map(({ kind, text }: { kind: string; text: string }) => [
    kind,
    text,
  ]);
  expect(words).toEqual([
    ["deleted", "thirty"],
    ["inserted", "ten"],
    ["inserted", "signed"],
  ]);
  const [{ before: areas }] = pages[0].words;
  expect(areas).toMatchObject([{ page: 1 }]);
  expect(areas[0].x).toBeCloseTo(105, 0);
  expect(areas[0].y).toBeCloseTo(31, 0);
  expect(pages[0].pictures).toEqual([]);
});

test("recognises an inserted page and a deleted page", async () => {
  const before = buildPages([page("one"), page("two"), page("three")]);
  const after = buildPages([page("zero"), page("one"), page("three")]);
  const { pages } = await compare(before, after);
  const kinds = pages.map(({ change, before, after }: Record<string, unknown>) => [
    change,
    before,
    after,
  ]);
  expect(kinds).toEqual([
    ["inserted", null, 1],
    ["none", 1, 2],
    ["deleted", 2, null],
    ["none", 3, 3],
  ]);
});

test("reports a sentence at another place as moved", async () => {
  const [a, b, c] = ["First comes the invoice", "Goods are paid within ten days", "Then the end"];
  const { pages, ...counts } = await compare(
    buildPages([{ lines: [a, b, c, "and a last line"] }]),
    buildPages([{ lines: [b, a, c, "and a last line"] }]),
  );
  expect(counts).toMatchObject({ inserted_words: 0, deleted_words: 0, moved_words: 4 });
  expect(pages[0].words).toMatchObject([
    { kind: "moved", text: a, before: [{ page: 1 }], after: [{ page: 1 }] },
  ]);
});

test("doesn't report text that an insertion moves to the next page, nor the header", async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `Line ${index} says ${terms[index % 9]}`);
  const layOut = (all: readonly string[]) =>
    buildPages([
      { lines: ["Header of the contract", ...all.slice(0, 6)] },
      { lines: ["Header of the contract", ...all.slice(6)] },
    ]);
  const changed = [...lines.slice(0, 2), "A new line", "and another one", ...lines.slice(2)];
  const counts = await compare(layOut(lines), layOut(changed));
  expect(counts).toMatchObject({ inserted_words: 6, deleted_words: 0, moved_words: 0 });
});

test("joins words that are hyphenated at the end of a line", async () => {
  const before = buildPages([{ lines: ["All agree-", "ments are written"] }]);
  const after = buildPages([{ lines: ["All agreements are", "written"] }]);
  expect(await compare(before, after)).toMatchObject({ inserted_words: 0, deleted_words: 0 });
});

test("finds where pictures differ", async () => {
  const lines = terms;
  const before = buildPages([{ lines, drawing: "1 0 0 rg 200 200 40 40 re f" }]);
  const after = buildPages([{ lines, drawing: "0 0 1 rg 200 200 40 40 re f" }]);
  const { equal, pages } = await compare(before, after);
  expect([equal, pages[0].words]).toEqual([false, []]);
  expect(pages[0].pictures).toEqual([{ page: 1, x: 200, y: 160, w: 40, h: 40 }]);
  const [{ pictures, change }] = (await compare(before, after, { pictures: false })).pages;
  expect([change, pictures]).toEqual(["none", null]);
});

test("pairs pages without text by their pictures", async () => {
  const draw = (drawing: string) => ({ lines: [], drawing });
  const [one, two] = [draw("20 20 90 300 re f"), draw("150 300 200 60 re f")];
  const three = draw("300 20 60 60 re f 20 300 60 60 re f");
  const { pages } = await compare(buildPages([one, two]), buildPages([one, three, two]));
  const kinds = pages.map(({ change }: { change: string }) => change);
  expect(kinds).toEqual(["none", "inserted", "none"]);
});

test("marks the differences in a PDF with both files", async () => {
  const before_base64 = buildPages([page("one"), { lines: ["Paid in thirty days of May"] }]);
  const after_base64 = buildPages([{ lines: ["Paid in ten days of May"] }]);
  const body = { before_base64, after_base64, format: "pdf" };
  const answer = await hub.post("/api/pdf/compare", body);
  expect([answer.status, answer.headers.get("x-equal")]).toEqual([200, "false"]);
  const bytes = await answer.bytes();
  expect((await readBack(bytes)).pages).toHaveLength(4);
  const text = Buffer.from(bytes).toString("latin1");
  expect(text.match(/\/Subtype \/Highlight/g)).toHaveLength(3);
});

test("names the file that cannot be opened", async () => {
  const sample = samplePdf().toBase64();
  const post = async (body: object) => {
    const answer = await json(await hub.post("/api/pdf/compare", body));
    return [answer.code, answer.errors?.[0]?.location];
  };
  expect(await post({ before_base64: sample })).toEqual(["invalid_input", "body"]);
  const locked = { before_base64: sample, after_base64: protectedSample };
  expect(await post(locked)).toEqual(["pdf_password_required", "body.after_password"]);
});
