import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

type Options = Record<string, unknown>;

async function fromCsv(input: string, options: Options = {}) {
  const body = { input, from: "csv", to: "json", indent: 0, ...options };
  return json(await hub.post("/api/dev/json/convert", body));
}

async function toCsv(value: unknown, options: Options = {}) {
  const input = typeof value === "string" ? value : JSON.stringify(value);
  return json(
    await hub.post("/api/dev/json/convert", { input, from: "json", to: "csv", ...options }),
  );
}

test("convert parses CSV rows as in RFC 4180", async () => {
  const text = 'a,b\r\n1,"x,""y"""\r\n2,"two\r\nlines"\r\n';
  expect((await fromCsv(text)).output).toBe(
    '[{"a":"1","b":"x,\\"y\\""},{"a":"2","b":"two\\r\\nlines"}]',
  );
});

test.each([
  ["a;b\n1;2", '[{"a":"1","b":"2"}]'],
  ["a\tb\n1\t2", '[{"a":"1","b":"2"}]'],
  ["a|b\n1|2", '[{"a":"1","b":"2"}]'],
  ['"a,b";c\n1;2', '[{"a,b":"1","c":"2"}]'],
  ["\ufeffa\r1\r\r2", '[{"a":"1"},{"a":"2"}]'],
  ["", "[]"],
])("convert detects the delimiter of %p", async (text, expected) => {
  expect((await fromCsv(text)).output).toBe(expected);
});

test("convert uses the given delimiter", async () => {
  expect((await fromCsv("a,b;c\n1,2;3", { delimiter: "semicolon" })).output).toBe(
    '[{"a,b":"1,2","c":"3"}]',
  );
});

test("convert parses CSV without a header as lists", async () => {
  expect((await fromCsv("a,b\n1,2", { header: false })).output).toBe('[["a","b"],["1","2"]]');
});

test("convert infers types from unquoted cells", async () => {
  const text = 'a,b,c,d,e,f\n12345678901234567890,1.50,true,null,007,"1"';
  expect((await fromCsv(text, { infer_types: true })).output).toBe(
    '[{"a":12345678901234567890,"b":1.50,"c":true,"d":null,"e":"007","f":"1"}]',
  );
});

test("convert keeps every cell of rows that don't fit the header, and warns", async () => {
  const { output, warnings } = await fromCsv("a,,a\n1\n1,2,3,4");
  expect(output).toBe('[{"a":"1"},{"a":"1","column_2":"2","a_2":"3","column_4":"4"}]');
  expect(warnings).toEqual([
    'Column 2 is named "column_2" (line 1)',
    'Column 3 is named "a_2" (line 1)',
    "The row has 1 cells and not 3 (line 2)",
    "The row has 4 cells and not 3 (line 3)",
  ]);
});

test("convert reports the position of broken quotes in CSV", async () => {
  expect(await fromCsv('a\n"b')).toMatchObject({ code: "syntax_error", line: 2, column: 1 });
  expect(await fromCsv('a\n"b"c')).toMatchObject({ code: "syntax_error", line: 2, column: 4 });
});

test("convert writes a column for each path of keys", async () => {
  const { output, warnings } = await toCsv(
    '[{"a":1.50,"o":{"x":{"y":"1"}}},{"o":{"z":[1]},"b":null}]',
  );
  expect(output).toBe("a,o.x.y,o.z,b\r\n1.50,1,,\r\n,,[1],\r\n");
  expect(warnings).toEqual([
    "CSV has no lists inside of cells: they were written as JSON",
    "CSV has no null: an empty cell was written",
  ]);
});

test("convert rejects two values for one column", async () => {
  const { output, warnings } = await toCsv([{ "a.b": 1, a: { b: 2 } }]);
  expect(output).toBe("a.b\r\n1\r\n");
  expect(warnings).toEqual(['Column "a.b" has two values in one row: the first was kept']);
});

test("convert quotes CSV where necessary", async () => {
  const rows = [["a,b", 'c"d', "e\nf", " g", "h"], [""]];
  expect((await toCsv(rows)).output).toBe('"a,b","c""d","e\nf"," g",h\r\n""\r\n');
  expect((await toCsv(rows, { delimiter: "tab" })).output).toStartWith('a,b\t"c""d"');
});

test("convert disarms formulas when asked, and leaves numbers alone", async () => {
  const rows = [["=1+1", "+1", "-1", "@x", "\tx", -1, "a=1"]];
  expect((await toCsv(rows)).output).toBe('=1+1,+1,-1,@x,"\tx",-1,a=1\r\n');
  expect((await toCsv(rows, { escape_formulas: true })).output).toBe(
    "'=1+1,'+1,'-1,'@x,'\tx,-1,a=1\r\n",
  );
});

test("convert writes CSV without a header on request, and scalars as values", async () => {
  expect((await toCsv([{ a: 1 }, { a: 2 }], { header: false })).output).toBe("1\r\n2\r\n");
  expect((await toCsv([1, "x"])).output).toBe("value\r\n1\r\nx\r\n");
});

test.each([
  ["sep=;\na;b\n1;2\n", {}, '[{"a":"1","b":"2"}]'],
  ['\ufeff"sep=\t"\r\na\tb\r\n1\t2', {}, '[{"a":"1","b":"2"}]'],
  ["SEP=^\na^b,c\n1^2", {}, '[{"a":"1","b,c":"2"}]'],
  ["sep=;\na,b\n1,2\n", { delimiter: "comma" }, '[{"a":"1","b":"2"}]'],
  ["sep=;\n1;2", { header: false }, '[["1","2"]]'],
])("convert reads the delimiter that %j declares", async (text, options, expected) => {
  const { output, warnings } = await fromCsv(text, options);
  expect(output).toBe(expected);
  expect(warnings).toEqual([
    expect.stringContaining("sets the delimiter and is not data (line 1)"),
  ]);
});

test("convert reads a column named sep= as data", async () => {
  expect((await fromCsv("sep=;b\n1;2")).output).toBe('[{"sep=":"1","b":"2"}]');
  expect((await fromCsv("a,b\nsep=;,2")).output).toBe('[{"a":"sep=;","b":"2"}]');
});
