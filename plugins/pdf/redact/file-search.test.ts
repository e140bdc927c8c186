import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { stream, writePdf } from "../sample.ts";
import { searchFile } from "./file-search.ts";
import { buildPatterns } from "./patterns.ts";
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
const file = (...more: string[]) =>
  writePdf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages>>", ...more]);
const searchIn = (...more: string[]) => [...new Set(searchFile(file(...more), search))];
const deflate = (text: string, entries = "") =>
  stream(
    deflateSync(Buffer.from(text, "latin1")).toString("latin1"),
    `/Filter/FlateDecode${entries}`,
  );
const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");

describe("finds in a file", () => {
  test.each<[string, string, string[]]>([
    ["nothing", "<</A(John)/B<00>/C 1.5>>", []],
    ["a string", "<</A[(x)(by Johnny)]>>", ["a string of the file"]],
    ["a string of digits", `<</A<${hex("Johnny")}>>>`, ["a string of the file"]],
    ["a string of bytes", `<</ID[<${hex("\x01Johnny\x02")}>]>>`, ["a string of the file"]],
    ["a name", "<</Johnny 1>>", ["a name of the file"]],
    ["a name with letters by number", "<</J#6fhnny 1>>", ["a name of the file"]],
    ["a word", "Johnny", ["a word of the file"]],
    ["a comment", "<</A 1>>%by Johnny\n", ["a comment of the file"]],
    ["the metadata", deflate("<x>Johnny</x>", "/Type/Metadata"), ["the metadata"]],
    ["another stream", deflate("<x>Johnny</x>"), ["a stream of the file"]],
    [
      "a stream that is predicted",
      deflate("\x02<x>Johnny</x>", "/DecodeParms<</Predictor 12/Columns 13>>"),
      ["a stream of the file"],
    ],
    [
      "a stream of two filters",
      stream(`${hex("say Johnny")}>`, "/Filter[/ASCIIHexDecode]"),
      ["a stream of the file"],
    ],
    [
      "the samples of a picture",
      deflate("\x00\x01Johnny\x02", "/Subtype/Image"),
      ["the bytes of a stream"],
    ],
    [
      "a coded picture",
      stream("\xff\xd8Johnny", "/Filter/DCTDecode/Subtype/Image"),
      ["the bytes of a stream"],
    ],
    ["a program of a font", deflate("\x00Johnny\x00", "/Length1 9"), ["the bytes of a stream"]],
    [
      "the codes of a font",
      deflate(`begincmap <01> <${hex("\0J\0o\0h\0n\0n\0y")}>`),
      ["the codes of a font"],
    ],
    ["a comment of these", deflate("begincmap % Johnny\nendcmap"), ["the codes of a font"]],
    ["a form", deflate("BT (Jo) Tj (hnny) Tj ET", "/Subtype/Form"), ["a content stream"]],
    ["what looks like a page", deflate("q BT [(Jo) 20 (hnny)] TJ ET Q"), ["a content stream"]],
    ["a property of a page", deflate("/P <</A(Johnny)>> BDC EMC"), ["a content stream"]],
    ["a name of a page", deflate("/Johnny Do"), ["a content stream"]],
    ["an image of a page", deflate("BI /W 1 ID Johnny EI"), ["a content stream"]],
    ["a comment of a page", deflate("q % Johnny\nQ"), ["a content stream"]],
    ["an unknown word of a page", deflate("q Johnny Q", "/Subtype/Form"), ["a content stream"]],
    [
      "an object stream",
      deflate("4 0 (by Johnny)", "/Type/ObjStm/N 1/First 4"),
      ["a string of the file"],
    ],
    ["a filter that is not known", stream("x", "/Filter/Crypt"), ["a stream that cannot be read"]],
    [
      "a filter that fails",
      stream("nothing deflated", "/Filter/FlateDecode"),
      ["a stream that cannot be read"],
    ],
    ["a second version", "(startxref)", ["an earlier version of the file"]],
  ])("%s", (_, object, expected) => {
    expect(searchIn(object)).toEqual(expected);
  });

  test("ignores the names of character sets", () => {
    const adobe = searchFor(
      buildPatterns({
        terms: ["Adobe"],
        regex: [],
        presets: [],
        case_sensitive: false,
        whole_word: false,
      }),
    );
    expect(searchFile(file("<</Registry(Adobe)/Ordering(Identity)>>"), adobe)).toEqual([]);
    expect(searchFile(file("<</Author(Adobe)>>"), adobe)).toEqual(["a string of the file"]);
  });

  // A separate word is searched for in text strings, but not in shown strings, which are glyph codes.
  test.each<[string, string, string[]]>([
    ["shown after a list", "BT [(x)] TJ (J o h n n y) Tj ET", []],
    ["shown after hexadecimal digits", "BT <78> Tj (J o h n n y) Tj ET", []],
    ["a property of digits", `/P <</A<${hex("J o h n n y")}>>> BDC EMC`, ["a content stream"]],
    ["a property after a list", "/P <</A[1]/B(J o h n n y)>> BDC EMC", ["a content stream"]],
    ["shown after a property", "/P <</A 1>> BDC (J o h n n y) Tj EMC", []],
  ])("reports a spaced word as %s", (_, content, expected) => {
    expect(searchIn(deflate(content))).toEqual(expected);
  });

  test("and doesn't join text that is shown in two positions", () => {
    expect(searchIn(deflate("BT (Jo) Tj 9 0 Td (hnny) Tj ET"))).toEqual([]);
  });
});
