import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { declarations } from "./declarations.fixture.ts";

const hub = await testHub(`${import.meta.dir}/../..`);

async function convert(input: string, to: string) {
  return json(await hub.post("/api/dev/json/convert", { input, from: "json", to }));
}

test.each(declarations)("convert declares the types of $input in C#", async ({ input, csharp }) => {
  expect((await convert(input, "csharp")).output).toBe(csharp);
});

// Accepted by the C# compiler of Mono 6.8.
test.each([
  ["the name of its class", '{"Root":1,"root_":2}', "public long Root_ { get; set; }"],
  ["a line separator", '{"a\u2028b":1,"c\u0085d":2}', '[JsonPropertyName("a\\u2028b")]'],
  ["a declaration", '{"x Root { get; set; }":1}', '[JsonPropertyName("x Root { get; set; }")]'],
  ["an attribute's type", '[{"JsonIgnoreCondition":1},{}]', "long? JsonIgnoreCondition2 {"],
  ["an inherited method", '{"GetType":1}', "public long GetType2 { get; set; }"],
  ["decimals", '{"a":[9007199254740993,0.5]}', "public List<decimal> A { get; set; }"],
  ["too many digits", '{"a":12345678901234567890123456789}', "public JsonElement A { get; set; }"],
])("convert declares a C# class for a member with %s", async (_, input, expected) => {
  expect((await convert(input, "csharp")).output).toContain(expected);
});

test("convert warns of members that C# cannot name", async () => {
  const { output, warnings } = await convert('{"\\ud800":1}', "csharp");
  expect(output).toBe("public class Root\n{\n}\n");
  expect(warnings.join("\n")).toContain("C# cannot name the member");
});

test.each(declarations)("convert declares the types of $input in Go", async ({ input, go }) => {
  expect((await convert(input, "go")).output).toBe(`package types\n\n${go}`);
});

test.each(declarations)("convert declares the types of $input in Java", async ({ input, java }) => {
  expect((await convert(input, "java")).output).toBe(java);
});

test.each(declarations)(
  "convert declares the types of $input in Python",
  async ({ input, python }) => {
    expect((await convert(input, "python")).output).toBe(python);
  },
);

test("convert warns of members that Go cannot name", async () => {
  expect((await convert('{"a,b":1,"":2,"ok":3}', "go")).warnings).toEqual([
    'Go cannot name the member "a,b": it is left out',
    'Go cannot name the member "": it is left out',
  ]);
});

test.each(declarations)("convert declares the types of $input in Rust", async ({ input, rust }) => {
  expect((await convert(input, "rust")).output).toBe(rust);
});

test("convert warns of what serde needs", async () => {
  expect((await convert('{"Number":1,"a":18446744073709551616}', "rust")).warnings).toContain(
    "Rust needs the feature arbitrary_precision of serde_json to keep all digits",
  );
  expect((await convert('{"Number":1}', "rust")).warnings).toEqual([]);
  const lone = await convert('{"\\ud800":1}', "rust");
  expect(lone.warnings.join("\n")).toContain("Rust cannot name the member");
});

test("convert warns of records that Java cannot declare", async () => {
  const many = Object.fromEntries(Array.from({ length: 255 }, (_, index) => [`k${index}`, index]));
  expect((await convert(JSON.stringify({ ...many, "": 1 }), "java")).warnings).toEqual([
    "A Java record has at most 254 components: one has 256",
    'Java cannot name the member "": it is left out',
  ]);
});

test("convert declares types of other formats than JSON", async () => {
  const body = { input: "a: 1\nb: [x]\n", from: "yaml", to: "go", root: "config_file" };
  const { output } = await json(await hub.post("/api/dev/json/convert", body));
  expect(output).toContain('type ConfigFile struct {\n\tA int64    `json:"a"`\n');
});

test("convert declares objects with many members of one name", async () => {
  const keys = Array.from(
    { length: 5000 },
    (_, index) =>
      `a${index.toString(4).replaceAll(/\d/g, (digit) => "-_.:".charAt(Number(digit)))}`,
  );
  const input = JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])));
  const { output } = await convert(input, "go");
  expect(output.match(/^\tA\d* +int64 /gm)).toHaveLength(5000);
});
