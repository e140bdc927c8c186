import { describe, expect, test } from "bun:test";
import { cleanFileName, writeAttachment } from "./file-name.ts";

describe("makes a file name safe by removing", () => {
  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\temp\\a.pdf", "a.pdf"],
    ["a\r\nSet-Cookie: x.pdf", "aSet-Cookie x.pdf"],
    ["...hidden", "hidden"],
    ["\u202efdp.exe", "fdp.exe"],
    ["..", "document"],
    ["", "document"],
    ["a\ud800b", "a\ufffdb"],
    ['a"<b>|c?*', "abc"],
  ])("%j", (name, safe) => {
    expect(cleanFileName(name)).toBe(safe);
  });
});

// RFC 6266, section 5, gives the form of these.
test("writes a non-ASCII name twice: as an ASCII fallback and encoded", () => {
  expect(writeAttachment("Übersicht €.pdf")).toBe(
    "attachment; filename=\"Ubersicht _.pdf\"; filename*=UTF-8''%C3%9Cbersicht%20%E2%82%AC.pdf",
  );
  expect(writeAttachment("a.pdf")).toBe('attachment; filename="a.pdf"');
});

/** The ranges of characters that a file name loses. */
const forbidden = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0xfeff, 0xfeff],
] as const;

test("exactly control characters and invisible marks are removed", () => {
  const isForbidden = (code: number) =>
    forbidden.some(([first, last]) => code >= first && code <= last);
  for (const [first, last] of forbidden)
    for (const code of [first - 1, first, last, last + 1]) {
      if (code < 0 || code === 0x20 || code === 0xa0 || code === 0x2065) continue;
      const name = `a${String.fromCodePoint(code)}b`;
      expect(cleanFileName(name), `U+${code.toString(16)}`).toBe(isForbidden(code) ? "ab" : name);
    }
});

test("the plain name has only printable ASCII, without quotes, escapes and percent signs", () => {
  expect(writeAttachment("a\u0300\u036fb")).toStartWith('attachment; filename="ab";');
  expect(writeAttachment("a\u02ff\u0370b")).toStartWith('attachment; filename="a__b";');
  expect(writeAttachment(' ~\u007f\u001f"\\%')).toStartWith('attachment; filename=" ~_____";');
  expect(writeAttachment("ä(1)*'.pdf")).toEndWith("filename*=UTF-8''%C3%A4%281%29%2A%27.pdf");
});
