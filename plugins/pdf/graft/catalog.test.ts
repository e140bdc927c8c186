import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { newDocument, openDocument, saveDocument } from "../engines/pdf-lib.ts";
import { listAttachments } from "../objects/entries.ts";
import { samplePdf, writePdf } from "../sample.ts";
import {
  creationTime,
  getTitle,
  type Label,
  numberLabel,
  readPageLabels,
  writeLabels,
  writeMetadata,
} from "./catalog.ts";

const label = fc.record({
  prefix: fc.constantFrom("", "A-", "§ "),
  style: fc.constantFrom("D", "R", "r", "A", "a", undefined),
  number: fc.integer({ min: 1, max: 50 }),
});

/** Equivalent for viewers: without a style no number is shown. */
const asShown = (labels: readonly Label[]) =>
  labels.map(({ prefix, style, number }) => [prefix, style, style && number]);

describe("page labels", () => {
  test("are parsed as written, also in the output file", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(label, { minLength: 1, maxLength: 12 }), async (labels) => {
        const document = await openDocument(samplePdf(labels.map((_, index) => `${index}`)));
        writeLabels(document, labels);
        expect(asShown(readPageLabels(document, labels.length)!)).toEqual(asShown(labels));
        const again = await openDocument(await saveDocument(document));
        expect(asShown(readPageLabels(again, labels.length)!)).toEqual(asShown(labels));
      }),
      cases(25),
    );
  });

  test("with consecutive numbers are written as one range", async () => {
    const document = await newDocument();
    writeLabels(document, [4, 5, 6, 8].map(numberLabel));
    const written = document.catalog.toString();
    expect(written).toContain("/PageLabels");
    const ranges = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object.toString())
      .find((text) => text.includes("/Nums"));
    expect(ranges?.replace(/\s+/g, " ")).toMatch(/\[ 0 <<[^[]*>> 3 <<[^[]*>> \]/);
  });

  test("are numbers from 1 up to the first range, and absent in a document without any", async () => {
    const file = (labels: string) =>
      writePdf([
        `<</Type/Catalog/Pages 2 0 R${labels}>>`,
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      ]);
    expect(readPageLabels(await openDocument(file("")), 1)).toBeUndefined();
    const document = await openDocument(file("/PageLabels<</Nums[2<</S/r/St 7/P(p)>>]>>"));
    expect(readPageLabels(document, 4)).toEqual([
      numberLabel(1),
      numberLabel(2),
      { prefix: "p", style: "r", number: 7 },
      { prefix: "p", style: "r", number: 8 },
    ]);
  });
});

describe("document metadata", () => {
  test("is set, kept if not mentioned, and removed by an empty string", async () => {
    const document = await openDocument(samplePdf());
    expect([getTitle(document), creationTime(document)]).toEqual([undefined, undefined]);
    writeMetadata(document, { title: " Ωμέγα ", author: "A" }, Date.UTC(2026, 0, 2));
    writeMetadata(document, { author: "" }, Date.UTC(2026, 0, 2));
    const again = await openDocument(await saveDocument(document));
    expect(getTitle(again)).toBe("Ωμέγα");
    const text = again.context.lookup(again.context.trailerInfo.Info)!.toString();
    expect(text).toContain("/ModDate (D:20260102000000Z)");
    expect(text).not.toContain("/Author");
  });

  test.each([
    ["(D:20240229120000Z)", Date.UTC(2024, 1, 29, 12)],
    ["(yesterday)", undefined],
    ["7", undefined],
  ])("parses the creation date %s: %p", async (date, time) => {
    const objects = [
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      `<</CreationDate ${date}>>`,
    ];
    expect(creationTime(await openDocument(writePdf(objects, "/Info 4 0 R")))).toBe(time);
  });
});

test("lists attachments by their keys, from all branches of their tree", async () => {
  const leaf = (name: string) => `<</Names[(${name})<</Type/Filespec/F(${name})>>]>>`;
  const document = await openDocument(
    writePdf([
      "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles 4 0 R>>>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      `<</Kids[${leaf("a")} 4 0 R ${leaf("b")}]>>`,
    ]),
  );
  expect(listAttachments(document).map(([key]) => key)).toEqual(["a", "b"]);
});
