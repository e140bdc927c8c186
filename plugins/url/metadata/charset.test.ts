import { expect, test } from "bun:test";
import { detectCharset } from "./charset.ts";

const ascii = (text: string) => new TextEncoder().encode(text);
const bytes = (...values: number[]) => Uint8Array.from(values);

test.each([
  [
    "a byte order mark before all else",
    bytes(0xef, 0xbb, 0xbf, 0x61),
    "text/html; charset=gbk",
    "utf-8",
    "bom",
  ],
  ["that of UTF-16", bytes(0xff, 0xfe, 0x61, 0), null, "utf-16le", "bom"],
  [
    "the header",
    ascii('<meta charset="utf-8">'),
    "text/html; charset=Shift_JIS",
    "shift_jis",
    "header",
  ],
  [
    "the header in quotes",
    ascii(""),
    'text/html;charset="ISO-8859-1"; a=b',
    "windows-1252",
    "header",
  ],
  [
    "the page if the header is wrong",
    ascii("<meta charset=koi8-r>"),
    "text/html; charset=nope",
    "koi8-r",
    "meta",
  ],
  ["a tag", ascii("<title>x</title><META CharSet='EUC-KR'/>"), null, "euc-kr", "meta"],
  [
    "an old tag",
    ascii('<meta http-equiv=Content-Type content="text/html; charset = big5">'),
    null,
    "big5",
    "meta",
  ],
  ["UTF-8 where a tag says UTF-16", ascii('<meta charset="utf-16">'), null, "utf-8", "meta"],
  [
    "no word of the text",
    ascii("<p>charset=gbk</p><meta name=charset content=x>"),
    null,
    "utf-8",
    "guess",
  ],
  ["UTF-8 where it could be", ascii("<p>ü</p>"), "text/html", "utf-8", "guess"],
  ["windows-1252 where it could not", bytes(0x3c, 0xfc, 0x3e), null, "windows-1252", "guess"],
] as const)("detects the encoding by %s", (_, page, header, name, source) => {
  expect(detectCharset(page, header)).toEqual({ name, source });
});

test("text with a character truncated at the end is still UTF-8", () => {
  expect(detectCharset(bytes(0x61, 0xe2, 0x82), null).name).toBe("utf-8");
});
