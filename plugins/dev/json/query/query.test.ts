import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/../..`);

async function query(value: unknown, path: string, options: Record<string, unknown> = {}) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return json(await hub.post("/api/dev/json/query", { json: text, path, ...options }));
}

// RFC 9535, figure 1.
const store = {
  store: {
    book: [
      { category: "reference", author: "Nigel Rees", title: "Sayings of the Century", price: 8.95 },
      { category: "fiction", author: "Evelyn Waugh", title: "Sword of Honour", price: 12.99 },
      {
        category: "fiction",
        author: "Herman Melville",
        title: "Moby Dick",
        isbn: "0-553-21311-3",
        price: 8.99,
      },
      {
        category: "fiction",
        author: "J. R. R. Tolkien",
        title: "The Lord of the Rings",
        isbn: "0-395-19395-8",
        price: 22.99,
      },
    ],
    bicycle: { color: "red", price: 399 },
  },
};
const books = (...indexes: number[]) => indexes.map((index) => `$['store']['book'][${index}]`);
const parts = (part: string, ...indexes: number[]) =>
  books(...indexes).map((book) => `${book}['${part}']`);

describe("query selects as in table 2 of RFC 9535 by", () => {
  test.each([
    ["$.store.book[*].author", parts("author", 0, 1, 2, 3)],
    ["$..author", parts("author", 0, 1, 2, 3)],
    ["$.store.*", ["$['store']['book']", "$['store']['bicycle']"]],
    ["$.store..price", [...parts("price", 0, 1, 2, 3), "$['store']['bicycle']['price']"]],
    ["$..book[2]", books(2)],
    ["$..book[2].author", parts("author", 2)],
    ["$..book[2].publisher", []],
    ["$..book[-1]", books(3)],
    ["$..book[0,1]", books(0, 1)],
    ["$..book[:2]", books(0, 1)],
    ["$..book[?@.isbn]", books(2, 3)],
    ["$..book[?@.price<10]", books(0, 2)],
  ])("%s", async (path, expected) => {
    expect((await query(store, path)).paths).toEqual(expected);
  });

  test("$..*", async () => {
    expect((await query(store, "$..*")).count).toBe(27);
  });
});

// RFC 9535, section 2.3.5.3, tables 11 and 12.
const compared = { obj: { x: "y" }, arr: [2, 3] };

test.each([
  ["$.absent1 == $.absent2", true],
  ["$.absent1 <= $.absent2", true],
  ["$.absent == 'g'", false],
  ["$.absent1 != $.absent2", false],
  ["$.absent != 'g'", true],
  ["1 <= 2", true],
  ["1 > 2", false],
  ["13 == '13'", false],
  ["'a' <= 'b'", true],
  ["'a' > 'b'", false],
  ["$.obj == $.arr", false],
  ["$.obj != $.arr", true],
  ["$.obj == $.obj", true],
  ["$.obj != $.obj", false],
  ["$.arr == $.arr", true],
  ["$.arr != $.arr", false],
  ["$.obj == 17", false],
  ["$.obj != 17", true],
  ["$.obj <= $.arr", false],
  ["$.obj < $.arr", false],
  ["$.obj <= $.obj", true],
  ["$.arr <= $.arr", true],
  ["1 <= $.arr", false],
  ["1 >= $.arr", false],
  ["1 > $.arr", false],
  ["1 < $.arr", false],
  ["true <= true", true],
  ["true > true", false],
])("query evaluates %s as %p", async (comparison, holds) => {
  expect((await query(compared, `$[?${comparison}]`)).count).toBe(holds ? 2 : 0);
});

const filtered = {
  a: [3, 5, 1, 2, 4, 6, { b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }],
  o: { p: 1, q: 2, r: 3, s: 5, t: { u: 6 } },
  e: "f",
};

test.each([
  ["$.a[?@.b == 'kilo']", [{ b: "kilo" }]],
  ["$.a[?(@.b == 'kilo')]", [{ b: "kilo" }]],
  ["$.a[?@>3.5]", [5, 4, 6]],
  ["$.a[?@.b]", [{ b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }]],
  ["$[?@.*]", [filtered.a, filtered.o]],
  ["$[?@[?@.b]]", [filtered.a]],
  ["$.o[?@<3, ?@<3]", [1, 2, 1, 2]],
  ['$.a[?@<2 || @.b == "k"]', [1, { b: "k" }]],
  ['$.a[?match(@.b, "[jk]")]', [{ b: "j" }, { b: "k" }]],
  ['$.a[?search(@.b, "[jk]")]', [{ b: "j" }, { b: "k" }, { b: "kilo" }]],
  ["$.o[?@>1 && @<4]", [2, 3]],
  ["$.o[?@.u || @.x]", [{ u: 6 }]],
  ["$.a[?@.b == $.x]", [3, 5, 1, 2, 4, 6]],
  ["$.a[?@ == @]", filtered.a],
  ["$[?length(@) < 3]", ["f"]],
  ["$[?count(@.*) == 5]", [filtered.o]],
  ["$[?value(@..u) == 6]", [filtered.o]],
])("query selects by the filter %s", async (path, matches) => {
  expect((await query(filtered, path)).matches).toEqual(matches);
});

test.each([
  ["$[1:3]", ["b", "c"]],
  ["$[5:]", ["f", "g"]],
  ["$[1:5:2]", ["b", "d"]],
  ["$[5:1:-2]", ["f", "d"]],
  ["$[::-1]", ["g", "f", "e", "d", "c", "b", "a"]],
  ["$[::0]", []],
  ["$[-2:]", ["f", "g"]],
])("query selects by the slice %s", async (path, matches) => {
  expect((await query(["a", "b", "c", "d", "e", "f", "g"], path)).matches).toEqual(matches);
});

test("query visits descendants in the order of RFC 9535, section 2.5.2.3", async () => {
  const value = { o: { j: 1, k: 2 }, a: [5, 3, [{ j: 4 }, { k: 6 }]] };
  expect((await query(value, "$..[0]")).matches).toEqual([5, { j: 4 }]);
  expect((await query(value, "$.o..[*, *]")).matches).toEqual([1, 2, 1, 2]);
  expect((await query(value, "$.a..[0, 1]")).matches).toEqual([5, 3, { j: 4 }, { k: 6 }]);
});

test("query distinguishes null from nothing", async () => {
  const value = { a: null, b: [null], null: 1 };
  expect((await query(value, "$.a")).matches).toEqual([null]);
  expect((await query(value, "$.a[0]")).count).toBe(0);
  expect((await query(value, "$.b[?@==null]")).matches).toEqual([null]);
  expect((await query(value, "$.c[?@.d==null]")).count).toBe(0);
  expect((await query(value, "$.null")).matches).toEqual([1]);
});

// RFC 9535, section 2.7, table 20, and the escapes of its grammar.
test.each([
  [{ a: 1 }, "$.a", "$['a']"],
  [{ a: { b: [1, 2, 3] } }, "$.a.b[-2]", "$['a']['b'][1]"],
  [{ "\u000b": 1 }, '$["\\u000B"]', "$['\\u000b']"],
  [{ a: 1 }, '$["\\u0061"]', "$['a']"],
  [{ "'\"\\\n": 1 }, "$.*", "$['\\'\"\\\\\\n']"],
])("query on %j with %s returns a normalized path", async (value, path, expected) => {
  expect((await query(value, path)).paths).toEqual([expected]);
});

test("query compares numbers by every digit", async () => {
  const text = "[12345678901234567890, 12345678901234567891, 1e400, 1E+400, 10.0e399, 1.0, -0]";
  const by = async (filter: string) => (await query(text, `$[?${filter}]`)).jsonl.split("\n");
  expect(await by("@ == 12345678901234567890")).toEqual(["12345678901234567890"]);
  expect(await by("@ == 1e400")).toEqual(["1e400", "1E+400", "10.0e399"]);
  expect(await by("@ > 12345678901234567890 && @ < 1e400")).toEqual(["12345678901234567891"]);
  expect(await by("@ <= 1")).toEqual(["1.0", "-0"]);
});

test("query returns a number beyond double precision with all digits", async () => {
  const body = { json: '{"id":12345678901234567890,"n":1.50}', path: "$.*" };
  const text = await (await hub.post("/api/dev/json/query", body)).text();
  expect(text).toContain('"matches":[12345678901234567890,1.5]');
  const answer = JSON.parse(text);
  expect(answer.jsonl).toBe("12345678901234567890\n1.50");
});

test("query orders strings by code points and counts them", async () => {
  const value = ["\uff61", "😀", "ab"];
  expect((await query(value, "$[?@ < '😀']")).matches).toEqual(["\uff61", "ab"]);
  expect((await query(value, "$[?length(@) == 1]")).matches).toEqual(["\uff61", "😀"]);
});

test("query returns one match per line to clients that accept text", async () => {
  const body = { json: '[{"a":1},"b\\nc"]', path: "$[*]" };
  const res = await hub.post("/api/dev/json/query", body, { accept: "text/plain" });
  expect(await res.text()).toBe('{"a":1}\n"b\\nc"');
});

// RFC 6901, sections 5 and 6.
const pointed =
  '{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}';

test.each([
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/g|h", 4],
  ["/i\\j", 5],
  ['/k"l', 6],
  ["/ ", 7],
  ["/m~0n", 8],
  ["#/foo/0", "bar"],
  ["#/a~1b", 1],
  ["#/c%25d", 2],
  ["#/e%5Ef", 3],
  ["#/k%22l", 6],
  ["#/%20", 7],
])("query follows the pointer %s", async (path, expected) => {
  expect((await query(pointed, path, { syntax: "pointer" })).matches).toEqual([expected]);
});

test("query resolves pointers to the whole document and to nothing", async () => {
  const whole = await query("[1]", "", { syntax: "pointer" });
  expect(whole).toEqual({
    success: true,
    matches: [[1]],
    paths: [""],
    count: 1,
    warnings: [],
    truncated: false,
    jsonl: "[1]",
  });
  for (const path of ["/1", "/01", "/-", "/length", "/0/x"])
    expect((await query("[1]", path, { syntax: "pointer" })).count, path).toBe(0);
});

test("query treats __proto__ like any other key", async () => {
  const text = '{"__proto__":{"x":1},"a":{"constructor":2}}';
  const res = await hub.post("/api/dev/json/query", { json: text, path: "$" });
  expect(await res.text()).toContain('"matches":[{"__proto__":{"x":1},"a":{"constructor":2}}]');
  expect((await query(text, "$.a.toString")).count).toBe(0);
});

describe("query rejects", () => {
  test.each([
    ["store", 'Expected "$"'],
    ["$.", 'Expected a name or "*"'],
    ["$.a ", 'Expected ".", "[" or the end'],
    ["$[a]", "Expected a selector"],
    ["$[01]", "A number must not begin with 0"],
    ["$[-0]", "An index cannot be -0"],
    ["$[9007199254740992]", "An index must be within"],
    ["$['a]", "The string is not closed"],
    ["$['\\x']", "Invalid escape: JSONPath does not define it"],
    ["$['\\ud800']", "A string cannot contain a lone surrogate"],
    ["$[?@.a == @.*]", "Only literals"],
    ["$[?length(@)]", "A value alone is not a test"],
    ["$[?1]", "A value alone is not a test"],
    ["$[?count(1) == 1]", "count() takes a query"],
    ["$[?length(@.*) == 1]", "length() takes a value"],
    ["$[?length() == 1]", "length() takes one argument"],
    ["$[?match(@.a)]", "match() takes two arguments"],
    ["$[?eval('1')]", "The functions are length, count, match, search, value"],
    [`$[?${"(".repeat(2000)}`, "Filters and brackets must not nest deeper than 50"],
  ])("%s", async (path, message) => {
    const problem = await query("{}", path);
    expect(problem.code).toBe("invalid_path");
    expect(problem.detail).toContain(`: ${message}`);
    expect(problem.offset).toBeNumber();
  });

  test.each(["a", "/a~2", "/~", "#/%zz"])("the pointer %s", async (path) => {
    expect((await query("{}", path, { syntax: "pointer" })).code).toBe("invalid_path");
  });
});

test("query reports the position of a syntax error", async () => {
  expect(await query("[1,", "$")).toMatchObject({ code: "syntax_error", offset: 3 });
});

test("query counts matches beyond the list", async () => {
  const answer = await query(new Array(5000).fill(0), "$[*]", { limit: 2 });
  expect(answer).toMatchObject({ count: 5000, truncated: true, jsonl: "0\n0" });
});

test("query lists at most four million characters", async () => {
  const nested = `${"[".repeat(1000)}"${"x".repeat(100_000)}"${"]".repeat(1000)}`;
  const answer = await query(nested, "$..*");
  expect(answer).toMatchObject({ count: 1000, truncated: true });
  expect(answer.paths.length).toBeLessThan(50);
});

test("query aborts a query whose steps multiply", async () => {
  const nested = "[".repeat(300) + "]".repeat(300);
  const res = await hub.post("/api/dev/json/query", { json: nested, path: "$..*..*..*..*" });
  expect(res.status).toBe(422);
  expect((await json(res)).code).toBe("too_much_work");
});

test("query runs patterns in linear time", async () => {
  const path = "$[?match(@, '(a+)+b')]";
  expect((await query([`${"a".repeat(50_000)}c`], path)).count).toBe(0);
});

test("query matches nothing with an invalid pattern", async () => {
  expect((await query(["a"], "$[?search(@, '(')]")).count).toBe(0);
  expect((await query(["a\nb", "a.b"], "$[?match(@, 'a.b')]")).matches).toEqual(["a.b"]);
  expect((await query(["a", "."], "$[?match(@, '[.]')]")).matches).toEqual(["."]);
});

test("query supports a thousand levels", async () => {
  const nested = `${"[".repeat(999)}{"a":1}${"]".repeat(999)}`;
  expect((await query(nested, "$..[?@.a == 1].a")).matches).toEqual([1]);
});

test("query compares numbers beyond double precision by their digits", async () => {
  const numbers =
    "[0.123456789012345678901, -0.1e-30000000, 9007199254740993, 12345678901234567890123]";
  const { matches } = await query(numbers, "$[?@ < 5]");
  expect(matches).toHaveLength(2);
  expect((await query(numbers, "$[?@ > 9007199254740992]")).count).toBe(2);
});

describe("query runs jq filters:", () => {
  // The examples of the jq manual.
  test.each([
    [".", '"Hello, world!"', '"Hello, world!"'],
    [".foo", '{"foo":42,"bar":"less interesting data"}', "42"],
    [".foo?", "[1,2]", ""],
    [".[0]", '[{"name":"JSON"},{"name":"XML"}]', '{"name":"JSON"}'],
    [".[2:4]", '["a","b","c","d","e"]', '["c","d"]'],
    [".[]", '{"a":1,"b":1}', "1\n1"],
    [".foo, .bar", '{"foo":42,"bar":"something else"}', '42\n"something else"'],
    [".[] | .name", '[{"name":"JSON"},{"name":"XML"}]', '"JSON"\n"XML"'],
    [
      "{user, title: .titles[]}",
      '{"user":"stedolan","titles":["JQ","More"]}',
      '{"user":"stedolan","title":"JQ"}\n{"user":"stedolan","title":"More"}',
    ],
    [".a + 1", '{"a":7}', "8"],
    ["4 - .a", '{"a":3}', "1"],
    [".[] | length", '[[1,2],"string",{"a":2},null,-5]', "2\n6\n1\n0\n5"],
    ["keys", '{"abc":1,"abcd":2,"Foo":3}', '["Foo","abc","abcd"]'],
    ["map(.+1)", "[1,2,3]", "[2,3,4]"],
    ["map(select(. >= 2))", "[1,5,3,0,7]", "[5,3,7]"],
    ["to_entries", '{"a":1,"b":2}', '[{"key":"a","value":1},{"key":"b","value":2}]'],
    ["group_by(.foo) | length", '[{"foo":1},{"foo":3},{"foo":1}]', "2"],
    ["unique", "[1,2,5,3,5,3,1,3]", "[1,2,3,5]"],
    ['join(", ")', '["a","b,c,d","e"]', '"a, b,c,d, e"'],
    ["flatten", "[1,[2],[[3]]]", "[1,2,3]"],
    ["range(2; 4)", "null", "2\n3"],
    ["del(.foo)", '{"foo":42,"bar":9001}', '{"bar":9001}'],
    ["reduce .[] as $item (0; . + $item)", "[10,2,5,3]", "20"],
    ["[.[] | tojson | fromjson]", '[1,"foo",["foo"]]', '[1,"foo",["foo"]]'],
    ["", '{"a":1}', '{"a":1}'],
  ])("%s of %s", async (path, text, lines) => {
    const answer = await query(text, path, { syntax: "jq" });
    expect(answer.jsonl).toBe(lines);
    expect(answer.matches).toEqual(
      lines === "" ? [] : lines.split("\n").map((line) => JSON.parse(line)),
    );
    expect(answer).toMatchObject({ paths: [], truncated: false });
  });

  test("without the paths and variables of the hub", async () => {
    for (const path of ["$ENV", "env", "def f: env; f", "[1] | map(env) | .[0]"])
      expect((await query("1", path, { syntax: "jq" })).jsonl).toBe("{}");
  });

  test("with all digits of literals, and a limit", async () => {
    const body = {
      json: '{"a":[100000000000000000001,2,3]}',
      path: ".a[]",
      syntax: "jq",
      limit: 1,
    };
    const text = await (await hub.post("/api/dev/json/query", body)).text();
    expect(text).toContain('"matches":[100000000000000000001]');
    expect(JSON.parse(text)).toMatchObject({ count: 3, truncated: true });
  });

  test.each([
    [
      ".a.b",
      '{"a":1}',
      "invalid_path",
      'body.path cannot be run by jq: Cannot index number with string ("b")',
    ],
    [".[", "[]", "invalid_path", "body.path cannot be run by jq at line 1, column 2: syntax error"],
    ["1,\n  f(1)", "[]", "invalid_path", "at line 2, column 3: f/1 is not defined"],
    ["def f: def g: f; g; f", "1", "too_much_work", "it needs too much memory"],
    ["reduce range(100000) as $_ ([];[.]) | tojson", "1", "too_deep", "it nests too deeply"],
    ["reduce range(1500) as $_ ([];[.])", "1", "too_deep", "result of body.path nests too deeply"],
    ['include "x"; .', "[]", "invalid_path", "unexpected include"],
    [".", "[", "syntax_error", "body.json cannot be read at line 1"],
  ])("%s of %s fails", async (path, text, code, detail) => {
    const answer = await query(text, path, { syntax: "jq" });
    expect(answer.code).toBe(code);
    expect(answer.detail).toContain(detail);
  });

  test("as the command does with its options", async () => {
    const run = async (text: string, path: string, options: Record<string, unknown>) =>
      (await query(text, path, { syntax: "jq", ...options })).jsonl;
    expect(await run('{"a":1}\n{"a":2} {"a":3}', ".a", {})).toBe("1\n2\n3");
    expect(await run("1 2 3", ".", { slurp: true })).toBe("[1,2,3]");
    expect(await run("1 2 3", "[inputs]", { null_input: true })).toBe("[1,2,3]");
    expect(await run("a\nb", ".", { raw_input: true, raw_output: true })).toBe("a\nb");
    expect(await run('"a\\tb" 1', ".", { raw_output: true })).toBe("a\tb\n1");
    expect(await run('{"b":[1,{}],"a":[]}', ".", { compact_output: false, sort_keys: true })).toBe(
      '{\n  "a": [],\n  "b": [\n    1,\n    {}\n  ]\n}',
    );
    const variables = { arg: { s: "--x" }, argjson: { o: { a: [1] } } };
    expect(await run("null", "$s, $o.a[0]", variables)).toBe('"--x"\n1');
  });

  test.each([
    ["1", ".", {}, "0"],
    ["null", ".", { exit_status: true }, "1"],
    ["1", "empty", { exit_status: true }, "4"],
    ["1", "., error", {}, "5"],
    ["1", ".a", {}, "5"],
    ["1", ".[", {}, "3"],
  ])("with the exit status of the command: %s, %s, %p", async (text, path, options, status) => {
    const body = { json: text, path, syntax: "jq", ...options };
    const res = await hub.post("/api/dev/json/query", body);
    expect(res.headers.get("x-exit-status")).toBe(status);
  });

  test("and keeps results before and after an error", async () => {
    const answer = await query('{"a":1}\n[]\n{"a":2}', ".a", { syntax: "jq" });
    expect(answer.matches).toEqual([1, 2]);
    expect(answer.warnings).toEqual(['jq reported an error: Cannot index array with string ("a")']);
    const broken = await query("1 2 {", ".", { syntax: "jq" });
    expect(broken.matches).toEqual([1, 2]);
    expect(broken.warnings[0]).toStartWith("jq reported an error: Unfinished JSON term");
  });

  test("with values that nest some thousand levels", async () => {
    const path = "reduce range(2000) as $_ ([];[.]) | tojson | fromjson | flatten";
    expect((await query("1", path, { syntax: "jq" })).jsonl).toBe("[]");
  });
});
