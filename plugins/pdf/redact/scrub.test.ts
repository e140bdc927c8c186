import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { PDFName, PDFStream } from "pdf-lib";
import { openDocument } from "../engines/pdf-lib.ts";
import { streamBytes } from "../objects/streams.ts";
import { stream, writePdf } from "../sample.ts";
import { dropSpoken, sanitise } from "./clean.ts";
import { buildPatterns } from "./patterns.ts";
import { isReadable, scrub } from "./scrub.ts";
import { searchFor } from "./search.ts";

const search = searchFor(
  buildPatterns({
    terms: ["Johnny"],
    regex: [],
    presets: [],
    case_sensitive: false,
    whole_word: false,
  }),
);
const catalogue = (entries = "") => `<</Type/Catalog/Pages 2 0 R/Own 5 0 R${entries}>>`;
const file = (object: string, { page = "", catalog = "" } = {}) =>
  openDocument(
    writePdf([
      catalogue(catalog),
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${page}>>`,
      "[5 0 R]",
      object,
    ]),
  );
const deflate = (text: string, entries = "") =>
  stream(
    deflateSync(Buffer.from(text, "latin1")).toString("latin1"),
    `/Filter/FlateDecode${entries}`,
  );

/** Returns the object after scrubbing: its text, and the decoded data of a stream. */
async function scrubObject(object: string, more: Parameters<typeof file>[1] = {}) {
  const document = await file(object, more);
  const found = scrub(document, { search, sanitise: false });
  const own = document.catalog.lookup(PDFName.of("Own"));
  const bytes = own instanceof PDFStream ? streamBytes(own) : undefined;
  const text = bytes ? Buffer.from(bytes).toString("latin1") : String(own).replace(/\s+/g, " ");
  return { text, count: found.length };
}

describe("scrubs objects that no page draws:", () => {
  test.each<[string, string, string, number]>([
    ["nothing", "<</A (John) /B [1 (x)]>>", "<< /A (John) /B [ 1 (x) ] >>", 0],
    ["strings", "<</A (by Johnny) /B [(Johnny) (x)]>>", "<< /A () /B [ () (x) ] >>", 2],
    [
      "names, the same wherever they stand",
      "<</Johnny /Johnny/B/MrJohnny>>",
      "<< /B /X1 /X0 /X0 >>",
      2,
    ],
    ["a string alone", "(Johnny)", "()", 1],
    [
      "bytes, which stay as many",
      "<</Panose (\\001Johnny) >>",
      "<< /Panose <01787878787878> >>",
      0,
    ],
    [
      "palettes",
      "[/Indexed /DeviceRGB 1 (\\001Johnny)]",
      "[ /Indexed /DeviceRGB 1 <01787878787878> ]",
      0,
    ],
    [
      "no names of character sets",
      "<</Registry (Adobe) /A (Adobe)>>",
      "<< /Registry (Adobe) /A (Adobe) >>",
      0,
    ],
    ["texts, if the word is spaced out", deflate("by J o h n n y, a text"), "", 1],
    ["texts, if it is not", deflate("by Johnny, a text"), "by xxxxxx, a text", 0],
    [
      "text among bytes",
      deflate(`${"\x01\x02".repeat(50)}12345678 Jo-hnny!${"\x80\x03".repeat(50)}`),
      "",
      1,
    ],
    ["bytes of pictures", deflate("\x01Johnny\x02", "/Subtype/Image"), "\x01xxxxxx\x02", 0],
    ["programs of fonts", deflate("\x01Johnny\x02", "/Length1 8"), "\x01xxxxxx\x02", 0],
    ["codes of fonts", deflate("begincmap % Johnny\n1 endcmap"), "begincmap\n1 endcmap", 0],
    [
      "comments of programs",
      deflate("{ % J o h n n y\n dup }", "/FunctionType 4"),
      "{ \n dup }",
      0,
    ],
    [
      "forms",
      deflate("q % Johnny\n/Johnny Do (Johnny) Tj Q", "/Subtype/Form"),
      "q\n/X0  Do (Johnny) Tj Q",
      1,
    ],
    ["no other texts", deflate("John, a text"), "John, a text", 0],
  ])("%s", async (_, object, expected, count) => {
    expect(await scrubObject(object)).toEqual({ text: expected, count });
  });

  test("the streams of a page, alone or in an indirect list, aren't text", async () => {
    for (const page of ["/Contents 5 0 R", "/Contents[5 0 R]", "/Contents 4 0 R"])
      expect((await scrubObject(deflate("BT (Johnny) Tj ET"), { page })).text).toBe(
        "BT (Johnny) Tj ET",
      );
    expect((await scrubObject(deflate("BT (Johnny) Tj ET"))).text).toBe("BT (xxxxxx) Tj ET");
  });
});

test("treats data as text if most of it is letters", () => {
  const letters = (count: number, others: number) =>
    isReadable(Buffer.from("a".repeat(count) + "\x01".repeat(others)));
  expect([letters(97, 3), letters(96, 4), letters(100, 0), letters(0, 1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(isReadable(Buffer.from("\0a\t\n\r~\x80"))).toBe(true);
  expect(isReadable(Buffer.from("a b c d e"))).toBe(true);
  expect(isReadable(Buffer.from("aaaa\x1f"))).toBe(false);
  expect(isReadable(Buffer.from("aaaa\x7f"))).toBe(false);
});

describe("cleans", () => {
  test("textual copies of drawn content", async () => {
    const document = await file(deflate("/P <</ActualText (x)>> BDC", "/Subtype/Form"), {
      catalog: "/A<</Alt(y)/E(z)/B(kept)>>",
    });
    expect(dropSpoken(document)).toBe(true);
    expect(String(document.catalog)).not.toMatch(/Alt|\/E /);
    expect(String(document.catalog)).toContain("kept");
    expect(dropSpoken(document)).toBe(false);
  });

  test("invisible content", async () => {
    const document = await file("<</Metadata 7/JS(x)/Kept 1>>", {
      catalog:
        "/Metadata 4 0 R/OpenAction[]/AA<<>>/AF[]/Names<</JavaScript<<>>/EmbeddedFiles<<>>/Dests<<>>>>/Lang(en)",
      page: "/Thumb 4 0 R/AA<<>>/PieceInfo<<>>/LastModified(D:2024)",
    });
    sanitise(document);
    const all = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
      .join("\n");
    expect(all).not.toMatch(
      /Metadata|\/JS|OpenAction|\/AA|\/AF|JavaScript|EmbeddedFiles|Thumb|PieceInfo|LastModified/,
    );
    expect(all).toMatch(/Dests/);
    expect(all).toMatch(/Kept/);
  });
});

test.each([
  ["is removed if it contains the word", "by Johnny", ""],
  ["is kept otherwise", "by somebody", undefined],
])("a stream with an unknown filter %s", async (_, content, expected) => {
  const document = await file(stream(content, "/Filter/Unknown"));
  scrub(document, { search, sanitise: false });
  const left = streamBytes(document.catalog.lookup(PDFName.of("Own")));
  expect(left && Buffer.from(left).toString("latin1")).toBe(expected);
});
