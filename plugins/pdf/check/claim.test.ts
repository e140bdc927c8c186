import { describe, expect, test } from "bun:test";
import { openDocument } from "../engines/pdf-lib.ts";
import { dropClaim, stripClaim } from "../objects/claim.ts";
import { stream, writePdf } from "../sample.ts";
import { removeClaim } from "./claim.ts";

const uri = "http://www.aiim.org/pdfa/ns/id/";
const packet = (inside: string, prefix = "pdfaid") =>
  `<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:${prefix}="${uri}" ${inside}`;

describe("removes a PDF/A claim from XMP", () => {
  test.each([
    [
      "as elements",
      packet(
        "><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><dc:a>x</dc:a>",
      ),
      packet("><dc:a>x</dc:a>"),
    ],
    [
      "as attributes",
      packet(`pdfaid:part="2" pdfaid:conformance = 'B' dc:a="x">`),
      packet(`  dc:a="x">`),
    ],
    ["as empty elements", packet("><pdfaid:part/><dc:a/>"), packet("><dc:a/>")],
    ["by another prefix", packet("><q:part>2</q:part>", "q"), packet(">", "q")],
    ["with additional attributes", packet(`><pdfaid:part a="b">2</pdfaid:part >x`), packet(">x")],
  ])("%s", (_, xmp, expected) => {
    expect(stripClaim(xmp)).toBe(expected);
  });

  test.each([
    ["another namespace", '<a xmlns:pdfaid="http://other/"><pdfaid:part>2</pdfaid:part>'],
    ["a word that only ends so", packet('><xpdfaid:part>2</xpdfaid:part> a="pdfaid:part"')],
    ["an element that breaks off", packet("><pdfaid:part")],
    ["one that has no end", packet("><pdfaid:part>2")],
    ["an attribute without a value", packet("pdfaid:part >")],
    ["an attribute that breaks off", packet('pdfaid:part="2')],
    ["nothing of the kind", "no XML at all"],
  ])("but not %s", (_, xmp) => {
    expect(stripClaim(xmp)).toBe(xmp);
  });

  test("of any length in linear time", () => {
    const long = packet(`>${"<pdfaid:part".repeat(50_000)}`);
    expect(stripClaim(long).length).toBe(long.length);
  });
});

describe("in a file", () => {
  const file = (xmp: string) =>
    writePdf([
      "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      stream(xmp, "/Type/Metadata/Subtype/XML"),
    ]);

  test("removes the claim once, and leaves a file without a claim unchanged", async () => {
    const claimed = file(packet('pdfaid:part="2">'));
    const { bytes, isDropped } = await removeClaim({ bytes: claimed, hasMetadata: true });
    expect(isDropped).toBe(true);
    expect(await removeClaim({ bytes, hasMetadata: true })).toEqual({ bytes, isDropped: false });
  });

  test("removes the claim from UTF-16 as well, and nothing else", async () => {
    const wide = Buffer.from(`\ufeff${packet('pdfaid:part="2" dc:a="é">')}`, "utf16le").swap16();
    const document = await openDocument(file(wide.toString("latin1")));
    expect(dropClaim(document)).toBe(true);
    expect(dropClaim(document)).toBe(false);
    expect(
      dropClaim(
        await openDocument(
          writePdf([
            "<</Type/Catalog/Pages 2 0 R/Metadata 7>>",
            "<</Type/Pages/Count 1/Kids[3 0 R]>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
          ]),
        ),
      ),
    ).toBe(false);
  });
});
