import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (query: Record<string, string>) =>
  hub.get(`/api/dev/semver?${new URLSearchParams(query)}`);
const describe = async (version: string, query = {}) => json(await ask({ version, ...query }));

// Examples of https://semver.org, for the expression that it suggests.
test.each([
  "0.0.4",
  "1.2.3",
  "10.20.30",
  "1.1.2-prerelease+meta",
  "1.1.2+meta",
  "1.1.2+meta-valid",
  "1.0.0-alpha",
  "1.0.0-alpha.beta.1",
  "1.0.0-alpha.1",
  "1.0.0-alpha0.valid",
  "1.0.0-alpha.0valid",
  "1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay",
  "1.0.0-rc.1+build.1",
  "10.2.3-DEV-SNAPSHOT",
  "2.0.0+build.1848",
  "1.2.3----RC-SNAPSHOT.12.9.1--.12+788",
  "1.2.3----R-S.12.9.1--.12+meta",
  "1.0.0+0.build.1-rc.10000aaa-kk-0.1",
  "1.0.0-0A.is.legal",
])("semver accepts %s", async (version) => {
  expect(await describe(version)).toMatchObject({ valid: true, version, notes: [] });
});

test.each([
  "1",
  "1.2",
  "1.2.3-0123",
  "1.2.3-0123.0123",
  "1.1.2+.123",
  "+invalid",
  "-invalid",
  "-invalid.01",
  "alpha",
  "alpha.beta.1",
  "alpha_beta",
  "alpha..",
  "1.0.0-alpha_beta",
  "1.0.0-alpha..",
  "1.0.0-alpha...1",
  "01.1.1",
  "1.01.1",
  "1.1.01",
  "1.2.3.DEV",
  "1.2-SNAPSHOT",
  "1.2.31.2.3----RC-SNAPSHOT.12.09.1--..12+788",
  "-1.0.3-gamma+b7718",
  "+justmeta",
  "9.8.7+meta+meta",
  "9.8.7-whatever+meta+meta",
])("semver rejects %s with a reason", async (version) => {
  const { valid, notes, next } = await describe(version);
  expect([valid, notes.length, next]).toEqual([false, 1, null]);
});

test("semver orders versions as section 11 of the standard", async () => {
  const ordered = [
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "2.0.0",
    "2.1.0",
    "2.1.1",
  ];
  for (const [index, version] of ordered.entries())
    for (const [other, compare] of ordered.entries())
      expect((await describe(version, { compare })).comparison).toBe(Math.sign(index - other));
  expect((await describe("1.0.0+a", { compare: "1.0.0+b" })).comparison).toBe(0);
});

// Examples of the README of node-semver.
test.each([
  ["^1.2.3", ">=1.2.3 <2.0.0-0"],
  ["~1.2", ">=1.2.0 <1.3.0-0"],
  ["1.2.x", ">=1.2.0 <1.3.0-0"],
  ["^0.0.3", ">=0.0.3 <0.0.4-0"],
  ["1.2.3 - 2.3", ">=1.2.3 <2.4.0-0"],
  ["*", "*"],
])("semver explains the range %s", async (range, comparators) => {
  expect((await describe("1.2.3", { range })).comparators).toEqual([comparators]);
});

test.each([
  ["1.2.3", "^1.2", true],
  ["2.0.0", "^1.2", false],
  ["1.2.3-beta.2", ">=1.2.3-beta.1", true],
  ["1.2.4-beta.2", ">=1.2.3-beta.1", false],
  ["3.1.0", "^1.2 || >=3.0.0", true],
])("semver knows whether %s is in %s", async (version, range, expected) => {
  expect((await describe(version, { range })).satisfies).toBe(expected);
});

test("semver returns the next releases and the difference", async () => {
  expect(await describe("1.4.0-rc.1", { compare: "1.4.0" })).toMatchObject({
    next: { major: "2.0.0", minor: "1.4.0", patch: "1.4.0" },
    comparison: -1,
    difference: "minor",
  });
});

test("semver removes prefixes with a note, and names numbers that are too large", async () => {
  const prefixed = await describe("v1.2.3");
  expect([prefixed.version, prefixed.notes.length]).toEqual(["1.2.3", 1]);
  expect((await describe("99999999999999999999999.1.1")).notes[0]).toContain("9007199254740991");
});

test("semver fails with 422 on request", async () => {
  expect((await ask({ version: "2.0.0", range: "^1.2", fail: "true" })).status).toBe(422);
  expect((await ask({ version: "1.2", fail: "true" })).status).toBe(422);
});

test("semver reports bad ranges and comparisons", async () => {
  expect((await json(await ask({ version: "1.0.0", range: "^^x" }))).detail).toBe(
    'query.range must be a range of npm, such as ^1.2 or >=1.0.0 <2.0.0: it is "^^x"',
  );
  expect((await json(await ask({ version: "1.0.0", compare: "1" }))).detail).toBe(
    "query.compare must be a version: A version has three numbers separated by dots",
  );
});
