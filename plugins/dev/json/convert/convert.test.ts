import { describe, expect, test } from "bun:test";
import { isFullDepth, json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

type Options = Record<string, unknown>;

async function convert(input: string, from: string, to: string, options: Options = {}) {
  return json(await hub.post("/api/dev/json/convert", { input, from, to, ...options }));
}

const output = async (...args: Parameters<typeof convert>) => (await convert(...args)).output;

describe("convert keeps every digit and the order of keys", () => {
  const text = '{"z":1234567890123456789,"10":1.50,"2":1e400,"a":[-0.10,{"__proto__":{"x":[]}}]}';
  test.each(["json", "yaml", "toml", "jsonl"])("through %s", async (notation) => {
    const there = await output(text, "json", notation);
    expect(await output(there, notation, "jsonl")).toBe(`${text}\n`);
  });

  test.each(["xml", "querystring"])("through %s, with inferred types", async (notation) => {
    const flat = '{"root":{"z":12345678901234567890,"a":{"b":1.50,"c":"x"},"n":["1",null]}}';
    const there = await output(flat, "json", notation);
    const back = await output(there, notation, "jsonl", { infer_types: true });
    expect(back).toBe(
      `${flat.replace('"1"', "1").replace("null", notation === "xml" ? "null" : '""')}\n`,
    );
  });
});

test("convert reports the syntax error and its position", async () => {
  const res = await hub.post("/api/dev/json/convert", {
    input: "[1]\n{",
    from: "jsonl",
    to: "json",
  });
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({
    code: "syntax_error",
    detail:
      "body.input cannot be read at line 2, column 2: Expected a key in double quotes, found the end of the text",
    line: 2,
    column: 2,
    offset: 5,
  });
});

test("convert returns the bare text to clients that accept it", async () => {
  const body = { input: "a: [1, 2]", from: "yaml", to: "json", indent: 0 };
  const res = await hub.post("/api/dev/json/convert", body, { accept: "text/plain" });
  expect(await res.text()).toBe('{"a":[1,2]}');
});

test("convert accepts the text as the body, with options in the query", async () => {
  const headers = { "content-type": "text/csv", accept: "text/plain" };
  const path = "/api/dev/json/convert?from=csv&to=jsonl&infer_types=true";
  const res = await hub.post(path, "a,b\n1.0,x\n", headers);
  expect(await res.text()).toBe('{"a":1.0,"b":"x"}\n');
});

test("convert indents JSON, YAML and XML as requested", async () => {
  const text = '{"a":{"b":1}}';
  expect(await output(text, "json", "json", { indent: 1 })).toBe('{\n "a": {\n  "b": 1\n }\n}');
  expect(await output(text, "json", "yaml", { indent: 4 })).toBe("a:\n    b: 1\n");
  expect(await output(text, "json", "xml", { indent: 1 })).toEndWith("<a>\n <b>1</b>\n</a>\n");
});

test("convert warns of duplicate keys", async () => {
  const { output, warnings } = await convert('{"a":1,"a":2}', "json", "yaml");
  expect(output).toBe("a: 2\n");
  expect(warnings).toEqual([
    'The key at "/a" was given before: most parsers keep the last (line 1)',
  ]);
});

test("convert writes null for numbers that JSON can't represent, and reports it", async () => {
  const { output, warnings } = await convert("[.inf, -.inf, .nan]", "yaml", "jsonl");
  expect(output).toBe("null\nnull\nnull\n");
  expect(warnings).toEqual(["JSON has no Infinity or NaN: null was written"]);
});

test("convert parses JSON Lines into a list, and writes each item on a line", async () => {
  expect(await output('{"a":1}\r\n\n2\n', "jsonl", "json", { indent: 0 })).toBe('[{"a":1},2]');
  expect(await output('[{"a":1},2]', "json", "jsonl")).toBe('{"a":1}\n2\n');
  expect(await output('{"a":1}', "json", "jsonl")).toBe('{"a":1}\n');
});

test.each([
  ["?a=1&b=x+y%20z", '{"a":"1","b":"x y z"}'],
  ["a[b][c]=1&a[b][d]=2", '{"a":{"b":{"c":"1","d":"2"}}}'],
  ["a[]=1&a[]=2&b=1&b=2", '{"a":["1","2"],"b":["1","2"]}'],
  ["a[0]=x&a[1]=y&b[1]=z", '{"a":["x","y"],"b":{"1":"z"}}'],
  ["a%5Bb%5D=1&a[b=2&[c]=3&&d", '{"a":{"b":"1"},"a[b":"2","[c]":"3","d":""}'],
  ["__proto__[x]=1&a[__proto__]=2", '{"__proto__":{"x":"1"},"a":{"__proto__":"2"}}'],
  ["a[1000000000]=x", '{"a":{"1000000000":"x"}}'],
  ["", "{}"],
])("convert parses the query string %s", async (text, expected) => {
  expect(await output(text, "querystring", "json", { indent: 0 })).toBe(expected);
});

test("convert rejects contradictory query strings", async () => {
  for (const text of ["a=1&a[b]=2", "a[b]=2&a=1", "a=%zz"])
    expect((await convert(text, "querystring", "json")).code, text).toBe("syntax_error");
});

test("convert writes query strings that parse to the same data", async () => {
  const text = '{"a b":["x&y",{"c":true}],"n":null,"e":[]}';
  const { output, warnings } = await convert(text, "json", "querystring");
  expect(output).toBe("a%20b%5B0%5D=x%26y&a%20b%5B1%5D%5Bc%5D=true&n=");
  expect(warnings).toEqual([
    "A query string has no null: an empty value was written",
    '"e" is empty and was left out',
  ]);
});

test("convert infers types that fit every item of a list", async () => {
  const text =
    '[{"first_name":"a","tags":[],"kids":[{"age":1}]},{"first_name":null,"pets":[{"age":2}],"x-y":[1,"a"],"o":{}}]';
  expect(
    await output(text, "json", "typescript", { root: "people" }),
  ).toBe(`export type People = PeopleItem[];

export interface PeopleItem {
  first_name: string | null;
  tags?: unknown[];
  kids?: Kid[];
  pets?: Kid[];
  "x-y"?: (string | number)[];
  o?: Record<string, never>;
}

export interface Kid {
  age: number;
}
`);
});

test("convert gives different types different names", async () => {
  const text = '{"a":{"item":{"x":1}},"b":{"item":{"y":1}}}';
  const types = await output(text, "json", "typescript");
  expect(types).toContain("export interface Root {\n  a: A;\n  b: B;\n}");
  expect(types).toContain("export interface Item {\n  x: number;\n}");
  expect(types).toContain("export interface Item2 {\n  y: number;\n}");
});

test.each([
  ["[1]", "toml", 'Cannot write TOML from the type "array": the input must be an object'],
  ['{"a":[null]}', "toml", 'TOML cannot hold the null at "/a/0"'],
  [
    '"x"',
    "querystring",
    'Cannot write a query string from the type "string": the input must be an object',
  ],
])("convert can't write %s as %s", async (text, to, detail) => {
  const res = await hub.post("/api/dev/json/convert", { input: text, from: "json", to });
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({ code: "not_convertible", detail });
});

describe("convert rejects results that grow without bound", () => {
  const deep = (open: string, core: string, close: string) =>
    open.repeat(990) + core + close.repeat(990);
  const key = "k".repeat(1000);
  test.each([
    ["of aliases that repeat aliases", bomb(), "yaml", "json"],
    ["of a header in every row", `${"h".repeat(100_000)}\n${"1\n".repeat(1000)}`, "csv", "json"],
    [
      "of columns times rows",
      `[${Array.from({ length: 5000 }, (_, n) => `{"k${n}":1}`)}]`,
      "json",
      "csv",
    ],
    ["of blanks", deep("[", "0,".repeat(5000).slice(0, -1), "]"), "json", "yaml"],
    [
      "of names",
      deep(
        `{"${key.slice(0, 400)}":`,
        `{${Array.from({ length: 1000 }, (_, n) => `"${n}":1`)}}`,
        "}",
      ),
      "json",
      "querystring",
    ],
    [
      "of tables",
      deep(
        `{"${key.slice(0, 400)}":`,
        `{${Array.from({ length: 1000 }, (_, n) => `"${n}":{}`)}}`,
        "}",
      ),
      "json",
      "toml",
    ],
    [
      "of columns",
      deep(
        `{"${key.slice(0, 400)}":`,
        `{${Array.from({ length: 1000 }, (_, n) => `"${n}":1`)}}`,
        "}",
      ),
      "json",
      "csv",
    ],
  ])("%s", async (_, input, from, to) => {
    expect((await convert(input, from, to)).code).toBe("result_too_large");
  });
});

/** The TOML parser needs half a second to overflow the stack: run once by default, after a check of depth. */
const tomlLevels = isFullDepth ? 100_000 : 5000;

test.each([
  ["json", "[".repeat(100_000)],
  ["jsonl", "[".repeat(100_000)],
  ["yaml", "[".repeat(100_000)],
  ["yaml", "- ".repeat(100_000)],
  ["yaml", "? ".repeat(100_000)],
  ["yaml", "{a: ".repeat(100_000)],
  [
    "yaml",
    Array.from({ length: 2000 }, (_, n) => `- &a${n + 1} [*a${n}]`)
      .join("\n")
      .replace("*a0", ""),
  ],
  ["toml", `a=${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["toml", `a=${"{a=".repeat(tomlLevels)}1${"}".repeat(tomlLevels)}`],
  ["toml", `${"a.".repeat(tomlLevels)}a=1`],
  ["toml", `[${"a.".repeat(tomlLevels)}a]`],
  ["xml", "<a>".repeat(100_000)],
  ["querystring", `a${"[a]".repeat(100_000)}=1`],
])("convert rejects %s nested too deeply", async (from, input) => {
  const answer = await convert(input, from, "json");
  expect(answer.code).toBe(from === "json" ? "too_deep" : "syntax_error");
  expect(answer.detail).toContain("must not nest deeper than 1000");
});

/** Builds nine levels of nine aliases each. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const item = level === 0 ? "x" : `*a${level - 1}`;
    return `a${level}: &a${level} [${new Array(9).fill(item).join(", ")}]`;
  });
  return levels.join("\n");
}

test("convert writes a JSON Schema that the value matches", async () => {
  const value = '[{"id":1,"tags":["a",null],"x":1.5},{"id":2,"tags":[]}]';
  const schema = JSON.parse(await output(value, "json", "jsonschema"));
  expect(schema).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "array",
    items: {
      type: "object",
      properties: {
        id: { type: "integer" },
        tags: { type: "array", items: { type: ["string", "null"] } },
        x: { type: "number" },
      },
      required: ["id", "tags"],
    },
  });
  const checked = await json(await hub.post("/api/dev/json/validate", { json: value, schema }));
  expect(checked.valid).toBe(true);
});
