import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { parsePattern } from "./parse-pattern.ts";
import { checkSafety } from "./safety.ts";
import { toRe2 } from "./to-re2.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname.slice(0, -1));

async function analyze(pattern: string, flags = "") {
  return json(await hub.post("/api/dev/regex/analyze", { pattern, flags }));
}

test("regex analyze finds a text that takes exponential time", async () => {
  const { attack_string, hotspot, ...answer } = await analyze("^(a+)+$");
  expect(answer).toMatchObject({
    verdict: "vulnerable",
    evidence: "attack",
    complexity: "exponential",
    attack_steps: 20_000_001,
  });
  expect(attack_string).toMatch(/^a{30,}[^a]$/);
  expect(hotspot).toEqual([{ start: 2, end: 3, text: "a" }]);
});

test("regex analyze reports the degree of polynomial time", async () => {
  expect(await analyze("\\s+$")).toMatchObject({
    verdict: "vulnerable",
    complexity: "polynomial",
    degree: 2,
  });
});

test("regex analyze calls a linear-time pattern safe", async () => {
  expect(await analyze("^\\d{4}-\\d\\d$", "v")).toMatchObject({
    verdict: "safe",
    evidence: "proof",
    complexity: "linear",
    attack_string: null,
    reason: null,
  });
});

// Other engines hang on the last one. This engine has a shortcut for the texts that were found.
test.each(
  sampleCases(["(?:a{0,3}){0,10}", "a?".repeat(20), `${"a?".repeat(30)}${"a".repeat(30)}`], 1),
)(
  "regex analyze doesn't call a pattern safe because its repetitions are bounded: %s",
  async (pattern) => {
    expect((await analyze(pattern)).verdict).not.toBe("safe");
  },
  300_000,
);

// Bun takes 4 ms for the first, and Node 6.5 s with the same text.
test.each([".*.*=.*"])(
  "regex analyze calls %s vulnerable, although Bun's engine has a shortcut",
  async (pattern) => {
    const answer = await analyze(pattern);
    expect(answer).toMatchObject({ verdict: "vulnerable", complexity: "polynomial" });
    expect(answer.attack_string.length).toBeGreaterThan(100);
  },
);

test.each(sampleCases(["x{0,5000}y", "a{0,2000}b"], 1))(
  "regex analyze shows an attack on %s that takes fewer steps than expected",
  async (pattern) => {
    const answer = await analyze(pattern);
    expect(answer).toMatchObject({ verdict: "unknown", evidence: null, complexity: null });
    expect(answer.attack_string).toBeString();
    expect(answer.attack_steps).toBeLessThan(20_000_000);
    expect(answer.reason).toContain("should be slow, but matching took");
  },
);

// Trials find the first, because of its backreference. The tests above cover the others.
const vulnerable = [
  "(a+)+\\1b",
  "(a*)*\\1b",
  "(a|a)*b",
  "(.*)=(.*)=(.*)",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
];

test.each(sampleCases(vulnerable, 1))(
  "regex analyze verified its attack on %s by running it",
  async (pattern) => {
    expect((await analyze(pattern)).verdict).toBe("vulnerable");
  },
);

// The checker's search ends without a result for these, or with a text that is too short.
test.each(
  sampleCases(["(?=(\\w+))\\1:", "(?:(?=(a+))\\1)+b", "^(a?){25}a{25}$", "<s[^>]*>[^]*?<\\/s>"], 1),
)("regex analyze finds an attack on %s that can be repeated", async (pattern) => {
  const answer = await analyze(pattern);
  expect(answer).toMatchObject({ verdict: "vulnerable", evidence: "attack" });
  expect(answer.attack_steps).toBeGreaterThan(20_000_000);
  expect(new Function(`return ${answer.attack_expression}`)()).toBe(answer.attack_string);
});

// The second needs more steps for a proof than allowed, the third for a search.
test.each(sampleCases([".*.*=.*", "(\\w+\\s?){1,20}$", "((a{1,20}){1,20}){1,20}", "^\\d+$"], 2))(
  "regex analyze reaches the same verdict on %s when the machine is overloaded",
  async (pattern) => {
    const check = () => checkSafety(parsePattern(pattern, ""), pattern, "");
    const verdict = await check();
    const [readPerformance, readDate] = [performance.now, Date.now];
    let now = 0;
    Date.now = performance.now = () => (now += 3_600_000);
    try {
      expect(await check()).toEqual(verdict);
    } finally {
      performance.now = readPerformance;
      Date.now = readDate;
    }
  },
);

test("regex analyze has no verdict if the steps run out", async () => {
  expect(await analyze("((a{1,20}){1,20}){1,20}")).toMatchObject({
    verdict: "unknown",
    reason: "The analysis found no attack within 8000000 steps, and no proof",
  });
});

test("regex analyze explains why there is no verdict", async () => {
  expect(await analyze("[\\w--\\d]+x", "v")).toMatchObject({
    verdict: "unknown",
    reason: "The analysis does not support the classes of the flag v",
  });
});

test("regex analyze describes a pattern in words, part by part", async () => {
  const { explanation } = await analyze("^(?<y>\\d{4})-[a-f]*?|b", "im");
  expect(
    explanation.map((token: { depth: number; text: string; description: string }) => [
      token.depth,
      token.text,
      token.description,
    ]),
  ).toEqual([
    [0, "^(?<y>\\d{4})-[a-f]*?|b", "One of 2 alternatives, the first that matches"],
    [1, "^(?<y>\\d{4})-[a-f]*?", "Alternative 1"],
    [2, "^", "The start of a line"],
    [2, "(?<y>\\d{4})", 'Group 1, named "y": captures what it matches'],
    [3, "\\d{4}", "Exactly 4 times"],
    [4, "\\d", "A digit, 0 to 9"],
    [2, "-", 'The character "-"'],
    [2, "[a-f]*?", "Any number of times, as few times as possible"],
    [3, "[a-f]", 'One of: "a" to "f", in upper or lower case'],
    [1, "b", "Alternative 2"],
    [2, "b", 'The character "b", in upper or lower case'],
  ]);
});

test.each([
  ["abc", "i", 'The text "abc", in upper or lower case'],
  [".", "s", "Any character"],
  ["\\n", "", "The character line feed"],
  ["$", "", "The end of the text"],
  ["\\B", "", "Neither the start nor the end of a word"],
  ["(?:)", "", "A non-capturing group"],
  ["\\1(a)", "", "The text captured by group 1"],
  ["(?i-s:a)", "", "A non-capturing group, with i on and s off"],
  ["(?<!a)", "", "Only if this does not come before; it is not part of the match"],
  ["a?", "", "Once or not at all, as many times as possible"],
  ["a{2,}", "", "2 times or more, as many times as possible"],
  ["[^\\s\\u00a0]", "", "Any character but: a whitespace character; no-break space"],
  ["\\P{Lu}", "u", "A character without the Unicode property Lu"],
  ["[[a-z]--[aeiou]]", "v", 'One of: one of: "a" to "z" but not one of: "a"; "e"; "i"; "o"; "u"'],
])("regex analyze explains %p with the flags %p", async (pattern, flags, description) => {
  expect((await analyze(pattern, flags)).explanation[0].description).toBe(description);
});

test("regex analyze lists groups that share a name", async () => {
  const { groups, named_groups } = await analyze("(?<n>a)|(x)(?<n>b)");
  expect(groups).toBe(3);
  expect(named_groups).toEqual([{ name: "n", numbers: [1, 3] }]);
});

test("regex analyze writes the pattern for RE2", async () => {
  expect(await analyze("^(?<a>\\d+)\\.x$")).toMatchObject({
    re2_compatible: true,
    re2_pattern: "\\A([0-9]+)\\.x\\z",
    re2_obstacles: [],
  });
});

test("regex analyze reports parts that RE2 can't match, with their positions", async () => {
  expect(await analyze("a(?=b)\\b")).toMatchObject({
    re2_compatible: false,
    re2_pattern: null,
    re2_obstacles: [{ message: "RE2 has no lookahead", start: 1, end: 6 }],
  });
  expect((await analyze("(?<=a)b")).re2_obstacles[0].message).toBe("RE2 has no lookbehind");
});

test.each([
  ["(a|b)*", true],
  ["(?:(a)|b)*", false],
  ["(?:(a)?b)*", false],
  ["(?:(a)b)*", true],
])(
  "regex analyze says whether RE2 resets the groups of %s as JavaScript does: %p",
  async (pattern, expected) => {
    expect((await analyze(pattern)).re2_compatible).toBe(expected);
  },
);

describe("regex analyze reports the position of a syntax error", () => {
  test.each([
    ["a(b", "", 1, "The group that begins here is not closed"],
    ["a)b", "", 1, "Unmatched closing bracket"],
    ["x[ab", "", 1, "The class that begins here is not closed"],
    ["+", "", 0, "There is nothing to repeat"],
    ["a{2,1}", "", 1, "The minimum number of repetitions exceeds the maximum"],
    ["\\b+", "", 2, "There is nothing to repeat"],
    ["[z-a]", "", 1, "A range must not end before its start"],
    ["\\", "", 0, "The pattern ends with a backslash"],
    ["(?<a>.)(?<a>.)", "", 10, 'There is already a group named "a"'],
    ["(?<a>.)\\k<b>", "", 7, 'There is no group named "b"'],
    ["(?x)", "", 1, "After (? there must be :, =, !, <=, <!, <name> or flags of i, m and s"],
    ["a]", "u", 1, "With the flag u or v, ] must be escaped as \\]"],
    ["\\-", "u", 0, "\\- is not an escape"],
    ["\\2(a)", "u", 0, "\\2 is not an escape"],
    [
      "\\p{Nope}",
      "u",
      0,
      "\\p{Nope} is no Unicode property: after \\p there must be one as {Name} or {Name=Value}",
    ],
    ["\\u{110000}", "u", 0, "Between \\u{ and } there must be a hexadecimal number up to 10FFFF"],
    [
      "[a--b&&c]",
      "v",
      5,
      "With the flag v, this must be escaped in a class: && and -- separate members and cannot be mixed",
    ],
    ["[^\\q{ab}]", "v", 0, "A class of strings cannot be negated"],
  ])("%p with the flags %p", async (pattern, flags, position, message) => {
    expect(await analyze(pattern, flags)).toMatchObject({
      valid: false,
      error: { message, position },
      verdict: "unknown",
    });
  });
});

// Syntax that browsers accept in addition to the grammar: ECMA-262, annex B.1.2.
test.each([
  "a{",
  "]",
  "}",
  "\\8",
  "\\1",
  "\\07",
  "[\\d-x]",
  "\\c",
  "[\\c1]",
  "\\k",
  "(?=a)*",
  "\\u{61}",
])("regex analyze accepts %p like browsers", async (pattern) => {
  expect((await analyze(pattern)).valid).toBe(true);
});

test("a pattern for RE2 matches no text that the engines count differently", () => {
  const fits = (pattern: string, flags: string, text: string) =>
    toRe2(parsePattern(pattern, flags), { flags, lookbehinds: true }).fits(text);
  expect(fits(".", "", "😀")).toBe(false);
  expect(fits(".", "u", "😀")).toBe(true);
  expect(fits(".", "u", "\ud83d")).toBe(false);
  expect(fits("$", "m", "\r")).toBe(false);
  expect(fits("s", "i", "ſ")).toBe(false);
});

test("regex analyze returns its verdict to clients that accept text", async () => {
  const headers = { accept: "text/plain" };
  const res = await hub.post("/api/dev/regex/analyze", { pattern: "^\\d{4}$" }, headers);
  expect(await res.text()).toBe("safe");
});
