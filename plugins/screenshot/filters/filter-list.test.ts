import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import { addFilterList, createRules, listBlockedHosts } from "./filter-list.ts";

function parse(...lines: string[]) {
  const rules = createRules();
  const count = addFilterList(rules, lines.join("\n"));
  return { ...rules, count };
}

test("a selector is found by a class or id that its elements need", () => {
  const { generic, broad } = parse(
    "##.bar",
    "###box",
    "##.сookie-Leiste",
    "###one>.two",
    "##.show.ccm::before",
    "##div.bar > p:not(.open)",
    '##[class^="x."]',
    "##:is(.a, .b)",
    "##.a, .b",
    "##.sm\\:bar",
    "##cookie-banner",
  );
  expect([...generic]).toEqual([
    [".bar", [".bar", "div.bar > p:not(.open)"]],
    ["#box", ["#box"]],
    [".сookie-Leiste", [".сookie-Leiste"]],
    ["#one", ["#one>.two"]],
    [".show", [".show.ccm::before"]],
  ]);
  expect(broad).toEqual(['[class^="x."]', ":is(.a, .b)", ".a, .b", ".sm\\:bar", "cookie-banner"]);
});

test("hosts are written in lower case and ASCII", () => {
  const { specific, exceptions } = parse(
    "Example.com, ~blog.example.com##.bar\r",
    "bücher.example##.bar",
    "google.*##.bar",
    "example.org#@#.bar",
    "#@#.box",
    "*##.star",
  );
  expect([...specific.keys()]).toEqual([
    "example.com,~blog.example.com",
    "xn--bcher-kva.example",
    "google.*",
  ]);
  expect([...exceptions]).toEqual([
    ["example.org", [".bar"]],
    ["", [".box"]],
  ]);
});

test.each([
  "",
  "! comment",
  "[Adblock Plus 2.0]",
  "# A comment of a hosts file",
  "## A heading",
  "##+js(set, a, b)",
  "##^script",
  "##.a:style(color: red)",
  "##.a:has-text(Cookies) > p",
  "##.a:has-text(Cookies",
  "##.a:has-text(x):matches-path(/y)",
  "##:matches-css(color: red):remove()",
  "##.a { color: red }",
  "##.a{}body{display:none}",
  "#$#.a",
  "#%#//scriptlet('x')",
  "[$path=/a]example.com##.a",
  "/regex/##.a",
  "a b##.a",
  `##.${"a".repeat(1001)}`,
  "||example.com/cookies.js",
  "||example.com^$script",
  "||com^",
  "example",
])("ignores a line without a rule for captures: %s", (line) => {
  expect(parse(line).count).toBe(0);
});

test("steps at the end of a selector are written as JSON", () => {
  const { generic, broad, exceptions } = parse(
    "##.a:remove()",
    "##.a:has-text(Cookies):upward(2)",
    "#?#.b:-abp-contains(/a(b|c)\\)/i):remove()",
    "##:has-text(x):upward(div.wall)",
    "shop.example#@#.a:has-text(Cookies):upward(2)",
  );
  const both = '.a\t[["has-text","Cookies"],["upward","2"]]';
  expect([...generic]).toEqual([
    [".a", [".a", both]],
    [".b", ['.b\t[["has-text","/a(b|c)\\\\)/i"]]']],
  ]);
  expect(broad).toEqual(['*\t[["has-text","x"],["upward","div.wall"]]']);
  expect([...exceptions]).toEqual([["shop.example", [both]]]);
});

test("rules that captures can't apply are counted by what they need", () => {
  const { skipped } = parse(
    ...["##+js(a)", "a.example#%#b", "##.a { color: red }", "##.a:style(b)", "#$#.a"],
    ...["##^script", "##.a:matches-path(/b)", "||a.example^$script", "!#if a", "##.c", "!#endif"],
    ...["a b##.a", "! comment", "[Adblock Plus 2.0]", "# comment", "##.a"],
  );
  expect(Object.fromEntries(skipped)).toEqual({
    scripts: 2,
    styles: 2,
    "styles or scripts": 1,
    "changes of the source": 1,
    "other procedures": 1,
    "requests by path or type": 1,
    "a certain blocker": 1,
    "other syntax": 1,
  });
});

test("ignores the parts for certain blockers", () => {
  const { count } = parse(
    "!#if ext_ublock",
    "!#if a",
    "##.a",
    "!#endif",
    "##.b",
    "!#endif",
    "##.c",
  );
  expect(count).toBe(1);
});

test("a blocked host with an exception isn't blocked", () => {
  const rules = parse(
    ...["||consent.example^", "||cmp.example^", "||a.b.example^", "||c.example^"],
    ...["@@||cdn.cmp.example^$script", "@@||b.example/files/", "@@||c.example^$generichide"],
  );
  expect(listBlockedHosts(rules.blocked, rules)).toEqual(["consent.example", "c.example"]);
  expect(rules.exempt).toEqual({ generic: ["c.example"], specific: [] });
});

test("any text is read without an error, each rule once", () => {
  const part = fc.constantFrom(
    ...[
      "##",
      "#@#",
      ".a",
      "#b",
      "@@",
      "||",
      "^",
      "$",
      "ghide",
      ",",
      "~",
      "*",
      ".",
      "x.y",
      "\\",
      "\n",
    ],
    ...["__proto__", "constructor", "[", "(", "é", "\u2028", "!#if", "!#endif"],
  );
  const text = fc.array(fc.oneof(part, fc.string()), { maxLength: 40 });
  fc.assert(
    fc.property(text, (parts) => {
      const { count, generic, broad, specific, exceptions, ...hosts } = parse(parts.join(""));
      const maps = [generic, specific, exceptions].flatMap((map) => [...map.values()].flat());
      expect(maps.length + broad.length + hosts.blocked.size).toBeLessThanOrEqual(count);
    }),
    cases(100),
  );
});
