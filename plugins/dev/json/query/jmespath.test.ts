import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

async function query(value: unknown, path: string) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return json(await hub.post("/api/dev/json/query", { json: text, path, syntax: "jmespath" }));
}

const people = {
  people: [
    { name: "Bob", age: 20, tags: ["a", "b"] },
    { name: "Ann", age: 31, tags: [] },
    { name: "Cid", age: 25, tags: ["c"] },
  ],
  home: { city: "Ulm", "post code": "89073" },
  empty: [],
};

// The forms of the grammar and the built-in functions, as jmespath.org specifies them.
test.each<[string, unknown]>([
  ["home.city", "Ulm"],
  ['home."post code"', "89073"],
  ["people[0].name", "Bob"],
  ["people[-1].name", "Cid"],
  ["people[3]", null],
  ["people[*].name", ["Bob", "Ann", "Cid"]],
  ["people[1:].age", [31, 25]],
  ["people[::-1].name", ["Cid", "Ann", "Bob"]],
  ["people[].tags[]", ["a", "b", "c"]],
  ["people[?age > `21`].name", ["Ann", "Cid"]],
  ["people[?name == 'Bob' || age == `25`].age", [20, 25]],
  ["people[?!tags].name", ["Ann"]],
  ["people[?contains(tags, 'c')] | [0].name", "Cid"],
  ["people[0].{n: name, a: age}", { n: "Bob", a: 20 }],
  ["people[0].[name, age]", ["Bob", 20]],
  ["home.*", ["Ulm", "89073"]],
  ["length(people)", 3],
  ["keys(home)", ["city", "post code"]],
  ["sort_by(people, &age)[*].name", ["Bob", "Cid", "Ann"]],
  ["max_by(people, &age).name", "Ann"],
  ["sum(people[*].age)", 76],
  ["avg(people[*].age) > `25`", true],
  ["join(', ', people[*].name)", "Bob, Ann, Cid"],
  ["not_null(home.street, home.city)", "Ulm"],
  ["to_string(people[0].tags)", '["a","b"]'],
  ["type(home)", "object"],
  ["map(&length(tags), people)", [2, 0, 1]],
  ["reverse(people[*].age)", [25, 31, 20]],
  ["merge(home, {city: 'Rom'}).city", "Rom"],
  ["starts_with(home.city, 'U')", true],
  ["empty", []],
  ["nothing.at.all", null],
  ["@.home.city", "Ulm"],
  ["'raw'", "raw"],
  ["`[1, 2]`", [1, 2]],
])("JMESPath: %s", async (path, expected) => {
  const answer = await query(people, path);
  expect(answer.matches).toEqual([expected]);
  expect(answer).toMatchObject({ count: 1, paths: [], jsonl: JSON.stringify(expected) });
});

test.each(["people[", "foo(", "unknown(@)", "length(`1`)", "", "a b"])(
  "JMESPath: %j is an error that names the path",
  async (path) => {
    expect(await query(people, path)).toMatchObject({
      status: 422,
      code: "invalid_path",
      errors: [{ location: "body.path" }],
    });
  },
);

test("numbers that doubles round have a warning, for jq too", async () => {
  const text = '{"a":12345678901234567890,"b":12345678901234567891}';
  const warning =
    "The number 12345678901234567890 does not fit a double: most parsers change it (line 1)";
  expect((await query(text, "a==b")).warnings[0]).toBe(warning);
  const body = { json: text, path: ".a==.b", syntax: "jq" };
  expect((await json(await hub.post("/api/dev/json/query", body))).warnings[0]).toBe(warning);
  expect((await query("[1]", "@")).warnings).toEqual([]);
});

test.each([
  ["a", "12345678901234567890"],
  ["[b, {x: c}]", '[1e400,{"x":0.1000000000000000055511151231257827}]'],
  ["d[?id == `7`].big", "[9007199254740993]"],
  ["sum([e])", "3"],
])("JMESPath: %s has the digits of the text", async (path, expected) => {
  const text =
    '{"a":12345678901234567890,"b":1e400,"c":0.1000000000000000055511151231257827,"d":[{"id":7,"big":9007199254740993}],"e":3}';
  expect((await query(text, path)).jsonl).toBe(expected);
});

test("JMESPath warns of a double that stands for several numbers", async () => {
  const text = '{"a":12345678901234567890,"b":12345678901234567891}';
  const answer = await query(text, "a");
  expect(answer.jsonl).toBe("12345678901234567000");
  expect(answer.warnings.at(-1)).toBe(
    "The 12345678901234567000 in the result is the nearest double to several numbers",
  );
  expect((await query('{"a":9007199254740993,"b":9007199254740992}', "b")).warnings).toHaveLength(
    2,
  );
});

test("jq's errors about the text name the text", async () => {
  const body = { json: '{"a":"\\ud800"}', path: ".a", syntax: "jq" };
  expect(await json(await hub.post("/api/dev/json/query", body))).toMatchObject({
    status: 422,
    code: "syntax_error",
    errors: [{ location: "body.json" }],
  });
});

test("a member named __proto__ is an ordinary member for JMESPath", async () => {
  expect((await query('{"__proto__":{"x":1}}', "keys(@)")).matches).toEqual([["__proto__"]]);
  expect((await query("{}", "constructor")).matches).toEqual([null]);
  expect((await query("{}", "toString")).matches).toEqual([null]);
});
