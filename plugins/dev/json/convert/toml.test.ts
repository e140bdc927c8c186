import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

async function fromToml(input: string) {
  const body = { input, from: "toml", to: "json", indent: 0 };
  return json(await hub.post("/api/dev/json/convert", body));
}

async function toToml(input: string) {
  return json(await hub.post("/api/dev/json/convert", { input, from: "json", to: "toml" }));
}

// The examples of toml.io/en/v1.0.0.
test.each([
  ["# comment\nkey = 'value' # another", '{"key":"value"}'],
  [
    'bare-key = 1\n1234 = 2\n"127.0.0.1" = 3\n\'q "x"\' = 4',
    '{"bare-key":1,"1234":2,"127.0.0.1":3,"q \\"x\\"":4}',
  ],
  [
    "fruit . color = 1\nfruit.'flavor x' = 2\n3.14 = 3",
    '{"fruit":{"color":1,"flavor x":2},"3":{"14":3}}',
  ],
  ['a = "x\\ty\\u00e9\\U0001F600\\\\"', '{"a":"x\\tyé😀\\\\"}'],
  ['a = """\nRoses\nViolets"""', '{"a":"Roses\\nViolets"}'],
  ['a = """\\\n   The \\\n\n   fox."""', '{"a":"The fox."}'],
  ['a = """Two "" and """"', '{"a":"Two \\"\\" and \\""}'],
  ["a = '''\nI [dw]on't\\n'''", '{"a":"I [dw]on\'t\\\\n"}'],
  [
    "a = +99\nb = 0\nc = -17\nd = 1_000\ne = 0xDEAD_BEEF\nf = 0o755\ng = 0b1101",
    '{"a":99,"b":0,"c":-17,"d":1000,"e":3735928559,"f":493,"g":13}',
  ],
  [
    "a = 9223372036854775807\nb = 3.1415\nc = 5e+22\nd = 1e06\ne = 9_224_617.445_991",
    '{"a":9223372036854775807,"b":3.1415,"c":5e+22,"d":1e06,"e":9224617.445991}',
  ],
  [
    "a = [ 1, 2,\n # c\n 3, ]\nb = [[1], ['x']]\nc = [{x = 1}, {}]",
    '{"a":[1,2,3],"b":[[1],["x"]],"c":[{"x":1},{}]}',
  ],
  ["[a]\nx = 1\n[a.b.c]\n[d]\ny = 2", '{"a":{"x":1,"b":{"c":{}}},"d":{"y":2}}'],
  ["[a.b]\n[a]\nx = 1", '{"a":{"b":{},"x":1}}'],
  [
    "[fruit]\napple.color = 1\n[fruit.apple.texture]\nsmooth = true",
    '{"fruit":{"apple":{"color":1,"texture":{"smooth":true}}}}',
  ],
  [
    "[[f]]\nn = 1\n[f.p]\nc = 2\n[[f.v]]\nn = 3\n[[f.v]]\n[[f]]",
    '{"f":[{"n":1,"p":{"c":2},"v":[{"n":3},{}]},{}]}',
  ],
  ["a = { b.c = 1, 'd' = [] }", '{"a":{"b":{"c":1},"d":[]}}'],
  ["[__proto__]\nx = 1\r\n", '{"__proto__":{"x":1}}'],
  ["", "{}"],
])("convert parses %p", async (text, expected) => {
  expect((await fromToml(text)).output).toBe(expected);
});

test("convert turns dates and times into strings, and reports it", async () => {
  const text =
    "a = 1979-05-27T07:32:00Z\nb = 1979-05-27 00:32:00.9-07:00\nc = 2000-02-29\nd = 07:32:00";
  const { output, warnings } = await fromToml(text);
  expect(output).toBe(
    '{"a":"1979-05-27T07:32:00Z","b":"1979-05-27T00:32:00.9-07:00","c":"2000-02-29","d":"07:32:00"}',
  );
  expect(warnings[0]).toBe("Dates and times became texts (line 1)");
});

const twice = "Defining a key multiple times is invalid";
const control = "Control characters (codes < 0x1f and 0x7f) are not allowed";

test.each([
  ["a = 1\na = 2", twice, 2, 1],
  ["a.b = 1\na = 2", twice, 2, 1],
  ["a = 1\na.b = 2", twice, 2, 1],
  ["[a]\n[a]", twice, 2, 2],
  ["[a]\nb = 1\n[a.b]", twice, 3, 4],
  ["a.b = 1\n[a]", twice, 2, 2],
  ["[a.b.c]\n[a]\nb.c.d = 1", twice, 3, 3],
  ["a = {b = 1}\na.c = 2", twice, 2, 1],
  ["a = {b = 1}\n[a.c]", twice, 2, 2],
  ["a = {b = 1, b = 2}", twice, 1, 13],
  ["a = [1]\n[[a]]", twice, 2, 3],
  ["[[a]]\n[a]", twice, 2, 2],
  ["[a]\n[[a]]", twice, 2, 3],
  ["a = 1 b = 2", "Must be a newline", 1, 7],
  ["a =", "Unspecified values are invalid", 1, 4],
  ["= 1", "Unexpected token", 1, 1],
  ["a = 01", "Leading zeros are not allowed", 1, 5],
  ["a = 1__0", "Underscores are allowed between digits", 1, 7],
  ["a = 1.", "Unexpected character", 1, 7],
  ["a = .5", "Unexpected token", 1, 5],
  ["a = yes", "Unexpected character", 1, 5],
  ["a = 2001-02-29", "Unexpected invalid date", 1, 14],
  ["a = 24:00:00", "Unexpected invalid time", 1, 12],
  ['a = "x\ny"', "Unterminated string constant", 1, 7],
  ['a = "\\x"', "Invalid character in escape sequence", 1, 7],
  ['a = "\\uD800"', "Invalid code point D800", 1, 11],
  ["a = '\u0001'", control, 1, 6],
  ["a = 1 # \u0001", "Invalid code point \\u0001 within comments", 1, 9],
  ["a = [1 2]", "Expected comma (,) token", 1, 8],
  ["[a", "Unterminated table-key", 1, 3],
  ["a = 1\rb = 2", "Must be a newline", 2, 1],
])("convert rejects %p", async (text, message, line, column) => {
  const answer = await fromToml(text);
  expect(answer).toMatchObject({ code: "syntax_error", line, column });
  expect(answer.detail).toContain(`: ${message}`);
});

test("convert writes tables after the plain values of the same level", async () => {
  const text =
    '{"a":{"b":{"c":1},"d":2},"e":[{"f":1},{"g":{"h":[]}}],"i":[1,{"j":"k"}],"l m":"n\\u007f"}';
  expect((await toToml(text)).output).toBe(`i = [1, { j = "k" }]
"l m" = "n\\u007f"

[a]
d = 2

[a.b]
c = 1

[[e]]
f = 1

[[e]]

[e.g]
h = []
`);
});

test("convert omits null in TOML, and reports it", async () => {
  const { output, warnings } = await toToml('{"a":null,"b":[{"c":null},1]}');
  expect(output).toBe("b = [{}, 1]\n");
  expect(warnings).toEqual(["TOML has no null: members that are null were left out"]);
});

test("convert writes integers beyond 64 bits as strings", async () => {
  const { output, warnings } = await toToml('{"a":9223372036854775807,"b":9223372036854775808}');
  expect(output).toBe('a = 9223372036854775807\nb = "9223372036854775808"\n');
  expect(warnings).toContain(
    "TOML integers have 64 bits: 9223372036854775808 is written as a string",
  );
});

test("convert writes numbers that JSON can't represent", async () => {
  const body = { input: "a: .inf\nb: -.inf\nc: .nan", from: "yaml", to: "toml" };
  const { output } = await json(await hub.post("/api/dev/json/convert", body));
  expect(output).toBe("a = inf\nb = -inf\nc = nan\n");
});

// New in TOML 1.1.0.
test.each([
  ["a = { x = 1,\n  y = [2,], # c\n}\n", '{"a":{"x":1,"y":[2]}}'],
  ['a = "\\e\\x41\\xe9"', '{"a":"\\u001bAé"}'],
  ["a = 07:32\nb = 1979-05-27 07:32Z", '{"a":"07:32","b":"1979-05-27T07:32Z"}'],
])("convert parses TOML 1.1: %j", async (text, expected) => {
  expect((await fromToml(text)).output).toBe(expected);
});

test("convert warns of comments in TOML", async () => {
  expect((await fromToml("a = 1\n# c\n")).warnings).toEqual(["Comments are left out (line 2)"]);
});
