import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { decodeString, readTokens, readWord, type Token } from "./content-tokens.ts";

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const read = (text: string) =>
  [...readTokens(bytes(text))].map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
const string = (text: string) => {
  const [token] = readTokens(bytes(text)) as unknown as [Token];
  return String.fromCharCode(...decodeString(bytes(text), token));
};

describe("splits a content stream into tokens", () => {
  test.each<[string, string[]]>([
    ["", []],
    [" \0\t\n\f\r", []],
    ["% a comment (\r\n1", ["word 1"]],
    ["% one\r%two\n3%", ["word 3"]],
    ["/F1 12 Tf", ["name /F1", "word 12", "word Tf"]],
    ["/A/B(c)<d>e", ["name /A", "name /B", "string (c)", "hex <d>", "word e"]],
    ["(a(b)c)d", ["string (a(b)c)", "word d"]],
    ["(a\\)b\\\\)c", ["string (a\\)b\\\\)", "word c"]],
    ["[<<{>>}]", ["open [", "open <<", "open {", "close >>", "close }", "close ]"]],
    [")>", ["close )", "close >"]],
    ["<a", ["hex <a"]],
    ["(a", ["string (a"]],
    [
      "BI /W 1 ID x\nEI Q",
      ["word BI", "name /W", "word 1", "word ID", "data  x\n", "word EI", "word Q"],
    ],
    ["ID xEIx EIy EI", ["word ID", "data  xEIx EIy ", "word EI"]],
    ["ID x EI", ["word ID", "data  x ", "word EI"]],
    ["ID x", ["word ID", "data  x"]],
    ["IDx ID2", ["word IDx", "word ID2"]],
  ])("%p", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("omits only white space and comments between tokens, for any input", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."()<>[]{}/% \n\\abEID01"), maxLength: 60 }),
        (text) => {
          const own = bytes(text);
          let end = 0;
          for (const token of readTokens(own)) {
            expect(token.end).toBeGreaterThan(token.start);
            const gap = text.slice(end, token.start).replace(/%[^\n]*/g, "");
            expect(gap.trim()).toBe("");
            ({ end } = token);
          }
          expect(
            text
              .slice(end)
              .replace(/%[^\n]*/g, "")
              .trim(),
          ).toBe("");
        },
      ),
      cases(500),
    );
  });
});

describe("decodes a string", () => {
  test.each([
    ["(abc)", "abc"],
    ["(a(b)c)", "a(b)c"],
    ["(\\n\\r\\t\\b\\f\\(\\)\\\\\\x)", "\n\r\t\b\f()\\x"],
    ["(\\101\\1012\\61\\0)", "AA21\0"],
    ["(\\7x\\400)", "\x07x\0"],
    ["(a\\\nb\\\r\nc\\\rd)", "abcd"],
    ["(a\\\r\\\nb)", "ab"],
    ["(open", "open"],
    ["<48656C6c6f>", "Hello"],
    ["<4 8\n65>", "He"],
    ["<485>", "HP"],
    ["<48", "H"],
    ["<>", ""],
  ])("%p: %p", (text, expected) => {
    expect(string(text)).toBe(expected);
  });

  test("to the original bytes, from hexadecimal digits or escapes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (value) => {
        const expected = String.fromCharCode(...value);
        expect(string(`<${Buffer.from(value).toString("hex")}>`)).toBe(expected);
        const octal = Array.from(value, (byte) => `\\${byte.toString(8).padStart(3, "0")}`);
        expect(string(`(${octal.join("")})`)).toBe(expected);
        expect(string(`(${expected.replace(/[\\()]/g, "\\$&")})`)).toBe(expected);
      }),
      cases(100),
    );
  });
});

test("reads at most 256 bytes of a word", () => {
  const own = bytes("a".repeat(300));
  expect(readWord(own, { kind: "word", start: 0, end: 300 })).toHaveLength(256);
  expect(readWord(own, { kind: "word", start: 2, end: 7 })).toBe("aaaaa");
});
