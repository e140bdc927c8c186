import { describe, expect, test } from "bun:test";
import { bookPdf } from "../documents.fixture.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { signedPdf } from "../hostile.fixture.ts";
import { protectedSample, samplePdf, stream, writePdf } from "../sample.ts";
import { preflight } from "./preflight.ts";

const at = "body.file";

function withPage(entries: string, above = "") {
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count 1/Kids[3 0 R]${above}>>`,
    `<</Type/Page/Parent 2 0 R${entries}>>`,
    "[0 0 300 400]",
  ]);
}

describe("a page is seen", () => {
  test.each([
    ["/MediaBox[0 0 300 400]", "", [300, 400, 0]],
    ["/MediaBox[300 400 0 0]/Rotate 90", "", [400, 300, 90]],
    ["/MediaBox 4 0 R/Rotate -90", "", [400, 300, 270]],
    ["/MediaBox[0 0 300 400]/CropBox[-10 50 200 900]", "", [200, 350, 0]],
    ["/MediaBox[0 0 300 400]/CropBox[900 900 999 999]", "", [300, 400, 0]],
    ["", "/MediaBox[0 0 10.5 20]/Rotate 180", [10.5, 20, 180]],
    ["/Rotate 0", "/MediaBox[0 0 10 20]/Rotate 90", [10, 20, 0]],
    ["", "", [612, 792, 0]],
    ["/MediaBox[0 0 0 0]", "", [612, 792, 0]],
  ])("%s below %s", async (entries, above, expected) => {
    const { pages } = await preflight(withPage(entries, above), at);
    expect(pages.map(({ width, height, rotation }) => [width, height, rotation])).toEqual([
      expected,
    ]);
  });
});

test("pages in object streams are found as well", async () => {
  const args = ["--object-streams=generate", "/in.pdf"];
  const packed = await qpdfOutput(args, { files: { "in.pdf": bookPdf() } });
  const { pages } = await preflight(packed, at);
  expect(pages.map(({ width, height }) => [width, height])).toEqual(Array(5).fill([300, 400]));
});

test("the last of an object's versions counts, as in a file that was added to", async () => {
  const first = Buffer.from(samplePdf(["A"])).toString("latin1");
  const more =
    "4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 60]>>\nendobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n";
  const { pages } = await preflight(new Uint8Array(Buffer.from(first + more, "latin1")), at);
  expect(pages.map(({ width }) => width)).toEqual([50]);
});

test("encryption and signatures are told", async () => {
  const told = async (bytes: Uint8Array) => {
    const { isEncrypted, isSigned } = await preflight(bytes, at);
    return [isEncrypted, isSigned];
  };
  expect(await told(samplePdf())).toEqual([false, false]);
  expect(await told(Uint8Array.fromBase64(protectedSample))).toEqual([true, false]);
  expect(await told(signedPdf)).toEqual([false, true]);
  // What is said within a stream is none.
  expect(
    await told(
      writePdf([
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page>>",
        stream("/ByteRange[0 1 2 3]"),
      ]),
    ),
  ).toEqual([false, false]);
});

test("strings, names and comments that look like something else mislead nobody", async () => {
  const entries =
    "/MediaBox[0 0 30 40]/A(\\)>>[(endobj)/MediaBox)/B<2f>/C#20D/E%>>endobj\n/F(%)/R 7/S[1 0 R 2]";
  expect((await preflight(withPage(entries), at)).pages.map(({ width }) => width)).toEqual([30]);
});

test("much that decodes to little is let through", async () => {
  const runs = stream(`${"\x81a".repeat(1000)}\x80`, "/Filter/RunLengthDecode");
  const digits = stream("<~9jqo^~>", "/Filter[/ASCII85Decode/FlateDecode]");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page>>",
    runs,
    digits,
  ];
  expect((await preflight(writePdf(objects), at)).pages).toHaveLength(1);
});
