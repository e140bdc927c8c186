import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { declarations } from "./declarations.fixture.ts";

const hub = await testHub(`${import.meta.dir}/../..`);

async function convert(input: string, to: string) {
  return json(await hub.post("/api/dev/json/convert", { input, from: "json", to }));
}

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
