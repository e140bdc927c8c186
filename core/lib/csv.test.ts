import { expect, test } from "bun:test";
import { readCsv, writeCsv } from "./csv.ts";

const refuse = (fault: string) => new Error(fault);

test.each<[string, string[][]]>([
  [
    "a,b\n1,2\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "a,b\r\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["a\r1", [["a"], ["1"]]],
  ['"a, ""b""\nc",d', [['a, "b"\nc', "d"]]],
  ['"",x', [["", "x"]]],
  ["\uFEFFa", [["a"]]],
  ["a\n\n\nb\n", [["a"], ["b"]]],
  [
    "a,\n,b\n1,",
    [
      ["a", ""],
      ["", "b"],
      ["1", ""],
    ],
  ],
  ["", []],
])("%j is read as %j", (csv, rows) => {
  expect(readCsv(csv, { refuse })).toEqual(rows);
});

test.each([
  ['a\n"open', "must close the quote that opens at character 3"],
  ['"a"b', "must have a comma or a line end after the quote at character 3"],
])("rejects %j", (csv, message) => {
  expect(() => readCsv(csv, { refuse })).toThrow(message);
});

test("quotes within a cell are literal if the option is set", () => {
  expect(readCsv('"Ann Lee"@example.com,x', { refuse, looseQuotes: true })).toEqual([
    ['"Ann Lee"@example.com', "x"],
  ]);
});

test("a written table can be read again, and formulas are escaped", () => {
  expect(
    writeCsv([
      ["a", 'b"c', "d,e"],
      [1, null, true],
    ]),
  ).toBe('a,"b""c","d,e"\r\n1,,true\r\n');
  expect(writeCsv([["=1+1", "-2+A1", "@x"]])).toBe("'=1+1,'-2+A1,'@x\r\n");
  expect(writeCsv([[-2.5, "-07:00", "+44"]])).toBe("-2.5,-07:00,+44\r\n");
});
