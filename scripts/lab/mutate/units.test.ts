import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getScore, listUnits, planTests, testUnit } from "./units.ts";

const files = [
  "core/a/a.ts",
  "core/a/a.test.ts",
  "core/a/b.ts",
  "core/a/b.fixture.ts",
  "core/a/deep/c.ts",
  "core/z/d.ts",
];

test("each folder is a unit with the tests beside it or above it", () => {
  expect(listUnits(files, ["core"])).toEqual([
    { folder: "core/a", sources: ["core/a/a.ts", "core/a/b.ts"], tests: ["core/a/a.test.ts"] },
    { folder: "core/a/deep", sources: ["core/a/deep/c.ts"], tests: ["core/a/a.test.ts"] },
    { folder: "core/z", sources: ["core/z/d.ts"], tests: [] },
  ]);
});

test("a single file is a unit with the tests of its folder", () => {
  expect(listUnits(files, ["core/a/b.ts"])).toEqual([
    { folder: "core/a", sources: ["core/a/b.ts"], tests: ["core/a/a.test.ts"] },
  ]);
});

test("the test of the changed file runs first, and serial tests of others don't run", () => {
  const tests = ["x/a.test.ts", "x/b.serial.test.ts", "x/c.test.ts"];
  expect(planTests("x/c.ts", tests)).toEqual([["x/c.test.ts"], ["x/a.test.ts"]]);
  expect(planTests("x/b.ts", tests)).toEqual([
    ["x/b.serial.test.ts"],
    ["x/a.test.ts", "x/c.test.ts"],
  ]);
  expect(planTests("x/d.ts", ["x/b.serial.test.ts"])).toEqual([["x/b.serial.test.ts"]]);
  expect(planTests("x/d.ts", [])).toEqual([]);
});

test("survivors are reported, and equivalent mutants aren't tried", async () => {
  const copy = mkdtempSync(join(tmpdir(), "utilhub-units-"));
  try {
    mkdirSync(join(copy, "x"));
    const source = "export const isLarge = (n: number) => n > 8;\nexport const isNew = true;\n";
    await Bun.write(join(copy, "x/a.ts"), source);
    await Bun.write(
      join(copy, "x/a.test.ts"),
      `import { expect, test } from "bun:test";
import { isLarge } from "./a.ts";
test("a", () => expect([isLarge(8), isLarge(10)]).toEqual([false, true]));`,
    );
    const [unit] = listUnits(["x/a.ts", "x/a.test.ts"], ["x"]);
    if (!unit) throw new Error("no unit");
    const survivors: string[] = [];
    const report = (survivor: string) => survivors.push(survivor);
    const isEquivalent = (_: string, { change }: { change: string }) => change === "8 -> (8 + 1)";
    const sample = { most: 40, seed: 1, isEquivalent };
    const result = await testUnit(copy, unit, { sample, report });
    expect(result).toEqual({ killed: 1, tried: 2, mutants: 2 });
    expect(survivors).toEqual(["a.ts:2\nx/a.ts\ttrue -> false\texport const isNew = true;"]);
    expect(await Bun.file(join(copy, "x/a.ts")).text()).toBe(source);
    await Bun.write(join(copy, "x/a.test.ts"), "throw new Error();");
    expect(testUnit(copy, unit, { sample, report })).rejects.toThrow("they fail without a mutant");
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("a folder without mutants has nothing to guard", () => {
  expect(getScore({ killed: 0, tried: 0, mutants: 0 })).toBe(100);
  expect(getScore({ killed: 2, tried: 3, mutants: 9 })).toBe(67);
});
