import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

async function fromYaml(input: string) {
  const body = { input, from: "yaml", to: "json", indent: 0 };
  return json(await hub.post("/api/dev/json/convert", body));
}

async function toYaml(input: string) {
  return json(await hub.post("/api/dev/json/convert", { input, from: "json", to: "yaml" }));
}

// Examples of YAML 1.2.2, by their numbers, and further cases of its productions.
test.each([
  ["- Mark McGwire\n- Sammy Sosa\n- Ken Griffey\n", '["Mark McGwire","Sammy Sosa","Ken Griffey"]'],
  [
    "american:\n  - Boston\nnational:\n- New York\n",
    '{"american":["Boston"],"national":["New York"]}',
  ],
  ["-\n  name: Mark\n  hr: 65\n-\n  name: Sammy\n", '[{"name":"Mark","hr":65},{"name":"Sammy"}]'],
  [
    "Mark: {hr: 65, avg: 0.278}\nSammy: {\n  hr: 63,\n }\n",
    '{"Mark":{"hr":65,"avg":0.278},"Sammy":{"hr":63}}',
  ],
  ["- item: Hoop\n  quantity: 1\n- item: Ball\n", '[{"item":"Hoop","quantity":1},{"item":"Ball"}]'],
  ["--- |\n  \\//||\\/||\n  // ||  ||__\n", '"\\\\//||\\\\/||\\n// ||  ||__\\n"'],
  ["--- >\n  Mark's\n  year\n", '"Mark\'s year\\n"'],
  [
    ">\n Sammy\n\n   63 Runs\n   0.288 Avg\n\n What!\n",
    '"Sammy\\n\\n  63 Runs\\n  0.288 Avg\\n\\nWhat!\\n"',
  ],
  [
    "name: a\nyears: >\n  x\n  y\nstats: |\n  65\n  0.278\n",
    '{"name":"a","years":"x y\\n","stats":"65\\n0.278\\n"}',
  ],
  [
    'plain:\n  This\n  spans.\n\nquoted: "So\n  does\\n"',
    '{"plain":"This spans.","quoted":"So does\\n"}',
  ],
  ["? - Detroit\n  - Chicago\n: 2001\n", '{"[\\"Detroit\\",\\"Chicago\\"]":2001}'],
  [
    "hr: # 1998\n- McGwire\n# two\n- &SS Sosa\nrbi:\n- *SS\n",
    '{"hr":["McGwire","Sosa"],"rbi":["Sosa"]}',
  ],
  ["%YAML 1.2\n---\nDocument\n... # Suffix", '"Document"'],
  ["---\na\n---\nb\n...\n---\n", '["a","b",null]'],
  ['a: "\\x41\\u263A\\U0001F600\\e\\N\\_\\\n   b\\""', '{"a":"A☺😀\\u001b\u0085\u00a0b\\""}'],
  ["'it''s\n\n  so'", '"it\'s\\nso"'],
  [
    "- [a, b: c, {d, e: }, 'f':1, ? g : h, ]\n",
    '[["a",{"b":"c"},{"d":null,"e":null},{"f":1},{"g":"h"}]]',
  ],
  ["http://x.y/#z: a#b # c", '{"http://x.y/#z":"a#b"}'],
  ["- |1\n  explicit\n- >+\n keep\n\n- |-\n strip\n\n", '[" explicit\\n","keep\\n\\n","strip"]'],
  ["- - a\n  - b\n- - - c", '[["a","b"],[["c"]]]'],
  ["a:\r\n  - b\r\nc: |\r\n  x\r\n", '{"a":["b"],"c":"x\\n"}'],
  ["a: 1\rb: 2\r", '{"a":1,"b":2}'],
  ["- -1\n- --a\n- :b\n- ?c\n- -\n- ", '[-1,"--a",":b","?c",[null],null]'],
  ["&m\n&k a: &v 1\nb: [*k, *v]", '{"a":1,"b":["a",1]}'],
  ["a:\n? b\n: c\n", '{"a":null,"b":"c"}'],
  ["", "null"],
])("convert parses %p", async (text, expected) => {
  expect((await fromYaml(text)).output).toBe(expected);
});

test.each([
  ["[null, Null, ~, ]", "[null,null,null]"],
  ["[true, True, FALSE, yes, on]", '[true,true,false,"yes","on"]'],
  ["[0, 007, +12, -1, 0o14, 0xC]", "[0,7,12,-1,12,12]"],
  ["[1., .5, -0.0, 12e03, 1e400]", "[1.0,0.5,-0.0,12e03,1e400]"],
  ["[12345678901234567890, 0xFFFFFFFFFFFFFFFFFF]", "[12345678901234567890,4722366482869645213695]"],
  ["[1_000, 12:30, 2001-12-14, 0b1, .]", '["1_000","12:30","2001-12-14","0b1","."]'],
  ["['1', \"true\", !!str 2, ! 3]", '["1","true","2","3"]'],
  ["[!!int '4', !!float 5.0, !!null '', !!bool 'true']", "[4,5.0,null,true]"],
  ["{1.0: a, null: b, true: c}", '{"1.0":"a","null":"b","true":"c"}'],
])("convert resolves the scalars of %s by the core schema", async (text, expected) => {
  expect((await fromYaml(text)).output).toBe(expected);
});

test("convert keeps the order of keys, including __proto__", async () => {
  const text = "10: a\n2: b\n__proto__: {x: 1}\n";
  expect((await fromYaml(text)).output).toBe('{"10":"a","2":"b","__proto__":{"x":1}}');
});

test("convert resolves << merges, and explicit keys take precedence", async () => {
  const text = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\nc:\n  x: 0\n  <<: [*a, *b]\n  z: 5\n";
  const { output, warnings } = await fromYaml(text);
  expect(output).toEndWith('"c":{"x":0,"y":2,"z":5}}');
  expect(warnings).toEqual([]);
});

test("convert resolves merges in flow style, and treats a quoted << as a key", async () => {
  const text = "a: &a {x: 1}\nb: {<<: *a, y: 2}\nc: {'<<': 3}";
  expect((await fromYaml(text)).output).toBe('{"a":{"x":1},"b":{"x":1,"y":2},"c":{"<<":3}}');
});

test("convert warns of duplicate keys, unknown tags and several documents", async () => {
  const { output, warnings } = await fromYaml("a: 1\na: !x 2\n---\nb");
  expect(output).toBe('[{"a":"2"},"b"]');
  expect(warnings).toEqual([
    "Unresolved tag: !x (line 2)",
    'The key "a" was given before: the last value wins (line 2)',
    "2 documents became a list (line 1)",
  ]);
});

test.each([
  ["a: b: c", "Nested mappings are not allowed in compact mappings", 1, 4],
  ["a: - b", "Unexpected block-seq-ind on same line with key", 1, 4],
  ["a: 1\n  b: 2", "Nested mappings are not allowed in compact mappings", 1, 4],
  ["a:\n  b: 1\n c: 2", "All mapping items must start at the same column", 3, 1],
  ["a: 'b' c", "Unexpected scalar at node end", 1, 8],
  ["a: 'b", "Missing closing 'quote", 1, 6],
  ['a: "\\q"', "Invalid escape sequence \\q", 1, 5],
  ["a: [1, 2", "Flow sequence in block collection must be sufficiently indented", 1, 9],
  ["a: [1,, 2]", "Unexpected , in flow sequence", 1, 7],
  ["a: {b: 1]", "Flow map in block collection must be sufficiently indented", 1, 9],
  ["}", "Unexpected flow-map-end token in YAML document", 1, 1],
  ["a: *b", "There is no such anchor before", 1, 4],
  ["a: &b [*b]", "There is no such anchor before", 1, 8],
  ["a:\n\t- b", "Tabs are not allowed as indentation", 2, 1],
  ["a: @b", "Plain value cannot start with reserved character @", 1, 4],
  ["a: 1\nb", "Implicit map keys need to be followed by map values", 2, 1],
  ["a: |x\n b", "Block scalar header includes extra characters: |x", 1, 5],
  ["!!int x", 'The text is not of type "int"', 1, 7],
  ["- a\n b: c", "Implicit keys need to be on a single line", 1, 3],
  ["a: \u0001", "A control character must be escaped, in double quotes", 1, 4],
  ["%YAML 1.2\na", "Missing directives-end/doc-start indicator line", 2, 1],
])("convert rejects %p", async (text, message, line, column) => {
  const answer = await fromYaml(text);
  expect(answer).toMatchObject({ code: "syntax_error", line, column });
  expect(answer.detail).toContain(`: ${message}`);
});

test("convert writes lists and mappings in block style", async () => {
  const text = '{"a":[1,[2,{"b":null,"c":[]}]],"d":{},"e":"x\\n y\\n","f":{"g":true}}';
  expect((await toYaml(text)).output).toBe(`a:
  - 1
  - - 2
    - b: null
      c: []
d: {}
e: |
  x
   y
f:
  g: true
`);
});

const hostile = [
  "",
  " ",
  "a: b",
  "a #b",
  "- a",
  "? a",
  ": a",
  "a:",
  "#a",
  "&a",
  "*a",
  "!a",
  "|",
  ">",
  "%",
  "@",
  "`",
  "'",
  '"',
  "null",
  "~",
  "true",
  "Yes",
  "off",
  "n",
  "1",
  "-1",
  "+1",
  "1.5",
  ".5",
  "0x1F",
  "1e3",
  ".inf",
  "2001-12-14",
  "<<",
  "=",
  "---",
  "...",
  "a\nb",
  "a\n",
  "a\n\n",
  "\na",
  " a\nb",
  "a \nb",
  "a\tb",
  "\t",
  "\r",
  "\u0000",
  "\u0085",
  "\u2028",
  "\ufeff",
  "é😀",
  "\\",
  "\\n",
  "[a",
  "{a",
  "a]",
  "a, b",
  "k".repeat(2000),
];

test("convert quotes strings that YAML would parse as another type", async () => {
  const text = JSON.stringify({
    list: hostile,
    keys: Object.fromEntries(hostile.map((key) => [`${key} `, key])),
  });
  const { output } = await toYaml(text);
  expect((await fromYaml(output)).output).toBe(text);
  expect(Bun.YAML.parse(output)).toEqual(JSON.parse(text));
});

test("convert writes numbers that JSON can't represent", async () => {
  const body = { input: "a = inf\nb = -inf\nc = nan", from: "toml", to: "yaml" };
  const { output } = await json(await hub.post("/api/dev/json/convert", body));
  expect(output).toBe("a: .inf\nb: -.inf\nc: .nan\n");
});

test("convert limits merges that repeat the same members", async () => {
  const members = Array.from({ length: 2000 }, (_, index) => `k${index}: 1`).join(", ");
  const text = `a: &a {${members}}\nb:\n  <<: [${new Array(2000).fill("*a").join(", ")}]\n`;
  expect((await fromYaml(text)).detail).toContain("The merges name too many members");
});

test("convert limits non-scalar keys that grow with each level", async () => {
  const answer = await fromYaml(`${"? ".repeat(900)}x`);
  expect(answer.code).toBe("syntax_error");
  expect(answer.detail).toContain("Keys that are not strings are too long");
});

test("convert keeps what a merge key cannot merge, and warns", async () => {
  for (const [text, output] of [
    ["a: &a [[0]]\nc: {<<: *a, k: 1}\n", '{"a":[[0]],"c":{"<<":[[0]],"k":1}}'],
    ["a: {<<: 5, <<: {b: 1}}\n", '{"a":{"<<":5,"b":1}}'],
    ["a: &a {x: 1}\nb: {<<: [*a, null]}\n", '{"a":{"x":1},"b":{"<<":[{"x":1},null]}}'],
  ] as const) {
    const answer = await fromYaml(text);
    expect(answer.output).toBe(output);
    expect(answer.warnings[0]).toStartWith('The merge key "<<" is an ordinary key here');
  }
  expect((await fromYaml("a: {<<: [], k: 1}\n")).warnings).toEqual([]);
});

test("convert warns of comments, and of documents in YAML 1.1", async () => {
  const { output, warnings } = await fromYaml("%YAML 1.1\n---\na: yes # c\n");
  expect(output).toBe('{"a":"yes"}');
  expect(warnings[0]).toBe("Comments are left out (line 3)");
  expect(warnings[1]).toStartWith("The document declares YAML 1.1 and is read as YAML 1.2");
  for (const text of ["%YAML 1.2\n---\na#b: c#d\n", 'a: "# x"\n', "a: |\n  # x\n", "'#': 1\n"])
    expect((await fromYaml(text)).warnings).toEqual([]);
});

test("convert quotes what YAML 1.1 parsers reject: a plain equals sign", async () => {
  expect((await toYaml('{"=":"=","<<":"<<"}')).output).toBe('"=": "="\n"<<": "<<"\n');
});

// Values of PyYAML 6.
test.each([
  ["mode: 0755", "the number 755", "493"],
  ["a: on", "a text", "true"],
  ["no: 1", "a text", "false"],
  ["a: 22:30", "a text", "1350"],
  ["a: 1_000", "a text", "1000"],
  ["a: 0b11", "a text", "3"],
])("convert warns that YAML 1.1 reads %s differently", async (input, here, there) => {
  const { warnings } = await fromYaml(input);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain(`is ${here} in YAML 1.2`);
  expect(warnings[0]).toEndWith(`read ${there} (line 1)`);
});

test.each(["a: 'on'", "a: !!str 0755", "a: 755", "a: 0", "a: 22:80", "a: |\n  no", "a: 0o755"])(
  "convert doesn't warn of %j",
  async (input) => {
    expect((await fromYaml(input)).warnings).toEqual([]);
  },
);

test.each([
  "# top\na: 0755 # mode\nb:\n  - on\n  - &x yes\n  - *x\n\n# end\n",
  "a: 1 # one\n---\n# two\nb: |\n  text\n    more\nc: 'x'\nd: \"y\\n\"\n",
  "base: &b { x: 1_000 }\nmore:\n  <<: *b\n  y: 12345678901234567890.50\n",
  "? [ a, b ]\n: !!int 12\n",
])("YAML that is laid out again keeps comments, anchors and spelling: %j", async (input) => {
  const body = { input, from: "yaml", to: "yaml" };
  const answer = await json(await hub.post("/api/dev/json/convert", body));
  expect([answer.output, answer.warnings]).toEqual([input, []]);
});

test("YAML is indented again", async () => {
  const body = { input: "a:\n    - b   # c\n    -    d\n", from: "yaml", to: "yaml" };
  const { output } = await json(await hub.post("/api/dev/json/convert", body));
  expect(output).toBe("a:\n  - b # c\n  - d\n");
});
