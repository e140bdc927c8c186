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
