import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const dir = new URL("..", import.meta.url).pathname.slice(0, -1);
const hub = await testHub(dir);

function post(pattern: string, text: string, options: Record<string, unknown> = {}) {
  return hub.post("/api/dev/regex/test", { pattern, text, ...options });
}

async function match(pattern: string, text: string, options?: Record<string, unknown>) {
  return json(await post(pattern, text, options));
}

async function findMatches(pattern: string, text: string, options?: Record<string, unknown>) {
  const { matches } = await match(pattern, text, options);
  return matches.map((found: { match: string }) => found.match);
}

test("regex test returns the position and groups of each match", async () => {
  const { matches, ...rest } = await match("(?<key>\\w+)=(\\d+)?", "a=1\r\nbc=");
  expect(rest).toMatchObject({ is_match: true, count: 2, engine: "re2", truncated: false });
  expect(matches).toEqual([
    {
      match: "a=1",
      index: 0,
      end: 3,
      line: 1,
      column: 1,
      groups: [
        { n: 1, name: "key", value: "a", index: 0, end: 1 },
        { n: 2, name: null, value: "1", index: 2, end: 3 },
      ],
    },
    {
      match: "bc=",
      index: 5,
      end: 8,
      line: 2,
      column: 1,
      groups: [
        { n: 1, name: "key", value: "bc", index: 5, end: 7 },
        { n: 2, name: null, value: null, index: null, end: null },
      ],
    },
  ]);
});

test("regex test advances after an empty match, by code point with the flag u", async () => {
  expect(await findMatches("x*", "axb")).toEqual(["", "x", "", ""]);
  expect((await match("", "😀", { flags: "gu" })).count).toBe(2);
  expect((await match("", "😀", { flags: "g" })).count).toBe(3);
});

test("regex test finds one match without the flag g", async () => {
  expect(await findMatches("a", "aaa", { flags: "" })).toEqual(["a"]);
});

test("regex test with the flag y stops if the next match isn't adjacent", async () => {
  expect(await findMatches("a", "aaba", { flags: "gy" })).toEqual(["a", "a"]);
  expect(await findMatches("a(?=.)", "aaba", { flags: "gy" })).toEqual(["a", "a"]);
});

test("regex test lists the requested number of matches, and counts all", async () => {
  const { matches, count, truncated } = await match("a", "aaaa", { max_matches: 3 });
  expect([matches.length, count, truncated]).toEqual([3, 4, true]);
});

test.each([
  ["a(b)?", "ab a", "[$1|$&|$$|$2]", "[b|ab|$|$2] [|a|$|$2]"],
  ["(?<x>\\d)", "1 2", "<$<x>$<y>>", "<1> <2>"],
  ["b", "abc", "($`,$')", "a(a,c)c"],
  ["(a)", "a", "$10 $01 $0 $<a>", "a0 a $0 $<a>"],
])("regex test replaces %p in %p by %p", async (pattern, text, replace, replaced) => {
  expect((await match(pattern, text, { replace })).replaced).toBe(replaced);
});

test("regex test replaces one match without the flag g", async () => {
  expect((await match("a", "aa", { flags: "", replace: "b" })).replaced).toBe("ba");
});

test.each([
  ["\\s*,\\s*", "a , b,c", ["a", "b", "c"]],
  ["(,)|;", "a,b;c", ["a", ",", "b", null, "c"]],
  ["", "abc", ["a", "b", "c"]],
  ["x", "", [""]],
  ["x?", "", []],
])("regex test splits by %p like JavaScript", async (pattern, text, parts) => {
  expect((await match(pattern, text, { split: true, flags: "y" })).parts).toEqual(parts);
});

test("regex test isn't blocked by catastrophic backtracking", async () => {
  const { is_match, engine, inconclusive } = await match("(a+)+$", `${"a".repeat(50_000)}!`);
  expect({ is_match, engine, inconclusive }).toEqual({
    is_match: false,
    engine: "re2",
    inconclusive: false,
  });
});

describe("regex test uses a backtracking engine for", () => {
  test.each([
    ["a lookahead", "a(?=b)", "", "ab", ["a"]],
    ["a backreference", "(.)\\1", "", "abba", ["bb"]],
    ["a loop that forgets its groups", "(?:(a)|b)*", "", "ab", ["ab"]],
    ["halves of code points", "^.$", "", "😀", []],
    ["lines that end with CR", "^b$", "m", "a\rb", ["b"]],
    ["letters that fold to ASCII", "\\w+", "iu", "ſ", ["ſ"]],
    ["more repetitions than RE2 counts", "(?:a{100}){11}", "", "a", []],
    ["sets of the flag v", "[\\w--\\d]+", "v", "ab1", ["ab"]],
  ])("%s", async (_, pattern, flags, text, matches) => {
    const answer = await match(pattern, text, { flags });
    expect(answer.engine).toBe("ecmascript");
    expect(answer.matches.map((found: { match: string }) => found.match)).toEqual(matches);
  });
});

test.each([
  [".", "", "\r\u2028a", ["a"]],
  ["\\s+", "", "a\u00a0\ufeff", ["\u00a0\ufeff"]],
  ["^b$", "", "b\n", []],
  ["[^]", "", "\n", ["\n"]],
  ["[]", "", "a", []],
  ["k", "i", "K", ["K"]],
  ["(?i:a)b", "", "AbAB", ["Ab"]],
  ["(?<=a)b", "", "ab b", ["b"]],
  ["\\p{Script=Greek}+", "u", "aβγ", ["βγ"]],
  ["\\u{1F600}", "u", "😀", ["😀"]],
])("RE2 matches %p with the flags %p like JavaScript", async (pattern, flags, text, matches) => {
  const answer = await match(pattern, text, { flags: `${flags}g` });
  expect(answer.engine).toBe("re2");
  expect(answer.matches.map((found: { match: string }) => found.match)).toEqual(matches);
});

test("regex test accepts RE2's own syntax on request", async () => {
  const options = { engine: "re2", flags: "gi" };
  const { matches } = await match("(?P<word>[[:alpha:]]+)\\z", "1 Ab", options);
  expect(matches[0].groups).toEqual([{ n: 1, name: "word", value: "Ab", index: 2, end: 4 }]);
});

test.each([
  ["a(b", "auto", 1],
  ["[b-a]", "ecmascript", 1],
  ["a**", "ecmascript", 2],
  ["a(?=b)", "re2", 1],
  ["(?<=a)b", "re2", 0],
])(
  "regex test rejects %p for %s and reports the error position",
  async (pattern, engine, position) => {
    const res = await post(pattern, "a", { engine });
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({ code: "invalid_pattern", position });
  },
);

test.each(["x", "gg", "uv"])("regex test rejects the flags %p", async (flags) => {
  const res = await post("a", "a", { flags });
  expect(res.status).toBe(400);
  expect((await json(res)).errors[0].location).toBe("body.flags");
});

test("regex test rejects a replacement that makes the text too long", async () => {
  const res = await post("", "a".repeat(10_000), { replace: "b".repeat(1024) });
  expect(res.status).toBe(422);
  expect(await json(res)).toMatchObject({ code: "result_too_large" });
});

test("regex test limits the groups of a pattern that has very many", async () => {
  const { truncated, replaced, count } = await match("()".repeat(500), "a".repeat(2500), {
    max_matches: 1000,
    replace: "",
  });
  expect({ truncated, replaced }).toEqual({ truncated: true, replaced: null });
  expect(count).toBeLessThan(2501);
});

describe("with an advancing clock", () => {
  /** Creates a hub whose clock advances some milliseconds at each read. */
  async function slowHub(stepMs: number) {
    let now = 0;
    const slow = await testHub(dir, { clock: () => (now += stepMs) });
    return async (body: object) => json(await slow.post("/api/dev/regex/test", body));
  }

  test("regex test returns the matches found within the time limit", async () => {
    const ask = await slowHub(10);
    const answer = await ask({ pattern: "a", text: "a".repeat(100), timeout_ms: 50, split: true });
    expect(answer).toMatchObject({ timed_out: true, is_match: true, parts: null });
    expect(answer.count).toBeGreaterThan(0);
    expect(answer.count).toBeLessThan(100);
  });

  test("regex test reports that the runtime's engine may have given up", async () => {
    const ask = await slowHub(200);
    // Only that engine knows classes of strings.
    const answer = await ask({ pattern: "[\\q{bc}](?=c)", flags: "v", text: "a" });
    expect(answer).toMatchObject({ is_match: false, inconclusive: true, engine: "ecmascript" });
  });

  test("regex test decides by steps, not by time", async () => {
    const ask = await slowHub(200);
    const answer = await ask({ pattern: "b(?=c)", text: "a" });
    expect(answer).toMatchObject({ is_match: false, inconclusive: false, timed_out: false });
    const many = await ask({ pattern: "b(?=c)", text: "bc".repeat(100) });
    expect(many).toMatchObject({ count: 100, inconclusive: false, timed_out: false });
  });
});

test("regex test reports a search that would hang, with the matches so far", async () => {
  const answer = await match("b|(a+)+\\1$", `b${"a".repeat(40)}!`);
  expect(answer).toMatchObject({
    is_match: true,
    count: 1,
    timed_out: true,
    inconclusive: true,
    engine: "ecmascript",
    replaced: null,
  });
});

test("regex test has RE2 finish a search that would hang", async () => {
  const options = { flags: "", engine: "ecmascript", timeout_ms: 200 };
  expect(await match("(a+)+$", `${"a".repeat(40)}!`, options)).toMatchObject({
    is_match: false,
    timed_out: true,
    inconclusive: false,
    engine: "re2",
  });
});

// The engine reports no match after half a second: https://github.com/oven-sh/bun/pull/35683
test("regex test finds matches where Bun's own engine gives up", async () => {
  const real = await testHub(dir, { clock: Date.now });
  const res = await real.post("/api/dev/regex/test", {
    pattern: "^(?:(?:a+)+b|a+c)$",
    text: `${"a".repeat(36)}c`,
    engine: "ecmascript",
    timeout_ms: 1000,
  });
  expect(await json(res)).toMatchObject({
    is_match: true,
    engine: "re2",
    inconclusive: false,
    timed_out: true,
  });
});

test("regex test returns the replaced text to clients that accept text", async () => {
  const plain = async (body: object) => {
    const res = await hub.post("/api/dev/regex/test", body, { accept: "text/plain" });
    return res.text();
  };
  expect(await plain({ pattern: "a", text: "banana", replace: "o" })).toBe("bonono");
  expect(await plain({ pattern: "a", text: "banana", replace: "" })).toBe("bnn");
  expect(await plain({ pattern: "x", text: "banana" })).toBe("false");
});
