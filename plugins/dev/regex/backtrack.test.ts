import { describe, expect, test } from "bun:test";
import { cases } from "hub/testing";
import { compileBacktracker } from "./backtrack.ts";
import { parsePattern } from "./parse-pattern.ts";

function search(source: string, flags: string, text: string, stepsMax = 1_000_000) {
  const tracker = compileBacktracker(source, { parsed: parsePattern(source, flags), flags });
  return tracker.search(text, 0, stepsMax);
}

/** Returns the matched texts of all groups, like `exec`. */
function groups(source: string, flags: string, text: string) {
  const found = search(source, flags, text);
  if (found.kind !== "match") return null;
  const { spans } = found;
  return Array.from({ length: spans.length / 2 }, (_, group) =>
    spans[2 * group]! < 0 ? undefined : text.slice(spans[2 * group], spans[2 * group + 1]),
  );
}

function native(source: string, flags: string, text: string) {
  const match = new RegExp(source, flags).exec(text);
  return match && [...match];
}

describe("the backtracking matcher agrees with the runtime on", () => {
  test.each([
    ["(a+)+$", "", "aaab aa"],
    ["(z)((a+)?(b+)?(c))*", "", "zaacbbbcac"],
    ["(a*)*", "", "b"],
    ["(?:a|ab)(?:c|bcd)(d*)", "", "abcd"],
    ["((a)|(b))*", "", "ab"],
    ["(a*?)(a*)", "", "aaa"],
    ["a{2,3}?a", "", "aaaa"],
    ["(?:){3,}x", "", "x"],
    ["(?=(a+))a*b\\1", "", "baaabac"],
    ["(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac"],
    ["(?<=(\\d+)(\\d+))$", "", "1053"],
    ["(?<=\\1(a))b", "", "aab"],
    ["(?<!a)b", "", "abb"],
    ["^(?=.*\\d)(?=.*[a-z])[a-z0-9]{4,}$", "", "abc1"],
    ["(?<a>x)|(?<a>y)\\k<a>", "", "yy"],
    ["^b", "m", "a\nb"],
    ["a$", "m", "a\nb"],
    [".", "u", "😀"],
    [".", "", "😀"],
    ["^.$", "u", "😀"],
    ["(?<=^.)$", "u", "😀"],
    ["\\p{Lu}+", "u", "aÄÖb"],
    ["[^x]", "i", "X"],
    ["ſ", "iu", "S"],
    ["ſ", "i", "S"],
    ["(a)\\1", "i", "aA"],
    ["(?i:a)b", "", "Ab"],
    ["(?-i:a)b", "i", "Ab"],
    ["\\bfoo\\B", "", "a foobar"],
    ["a", "y", "ba"],
    ["[\\w--a]", "v", "ab"],
    ["(?:a??){2,4}b", "", "aab"],
    ["(a?){3}?b", "", "ab"],
    ["\\u{1F600}|x", "u", "x"],
  ])("/%s/%s in %j", (source, flags, text) => {
    expect(groups(source, flags, text)).toEqual(native(source, flags, text));
  });

  test("random patterns", () => {
    const atoms = [
      "a",
      "b",
      ".",
      "[ab]",
      "(a)",
      "(b|a)",
      "(?:ab|a)",
      "(?=a)",
      "(?!b)",
      "(?<=a)",
      "\\b",
      "^",
      "$",
      "(a|)",
      "\\1",
    ];
    const counts = ["", "", "*", "+", "?", "*?", "+?", "{2}", "{1,2}?", "{0,3}"];
    let state = 7;
    const pick = <T>(list: readonly T[]): T => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return list[Math.floor((state / 2147483648) * list.length)]!;
    };
    for (let round = 0; round < cases(3000).numRuns; round++) {
      let source = "";
      for (let size = 0; size < 4; size++) {
        const atom = pick(atoms);
        const isFixed = /^(?:\^|\$|\\b|\(\?<?[=!])/.test(atom);
        source += isFixed ? atom : atom + pick(counts);
      }
      if (state % 3 === 0) source = `(?:${source})${pick(["*", "+?", "{2}"])}`;
      const text = Array.from({ length: 6 }, () => pick(["a", "b", "a", "c"])).join("");
      expect({ source, text, found: groups(source, "", text) }).toEqual({
        source,
        text,
        found: native(source, "", text),
      });
    }
  });
});

test("the backtracking matcher stops after its steps", () => {
  expect(search("(a+)+$", "", `${"a".repeat(40)}!`)).toMatchObject({ kind: "limit" });
  expect(search("a*$", "", "a".repeat(50_000)).kind).toBe("match");
});

test("the backtracking matcher counts the same steps each time", () => {
  const [one, two] = [1, 2].map(() => search(".*.*=.*", "", "x".repeat(30)).steps);
  expect(one).toBe(two!);
  expect(search(".*.*=.*", "", "x".repeat(60)).steps / (one ?? 1)).toBeGreaterThan(6);
});
