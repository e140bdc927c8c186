import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEquivalents } from "../mutate.ts";
import { createMutants, locate } from "./mutants.ts";
import { chooseFolders, createRow, isWorse, readScores, writeScores } from "./scores.ts";

const root = join(import.meta.dir, "../../..");

const createScores = (seconds: number) =>
  new Map(
    Array.from({ length: 30 }, (_, index) => {
      const result = { killed: index, tried: 30, mutants: 50 };
      return [`x/${index}`, createRow(`x/${index}`, result, { seconds, code: "abc" })] as const;
    }),
  );

test("the file has a row per folder, in order", async () => {
  const folder = mkdtempSync(join(tmpdir(), "utilhub-scores-"));
  try {
    const file = join(folder, "scores.tsv");
    expect(readScores(file)).toEqual(new Map());
    const scores = createScores(1.2);
    await writeScores(file, scores);
    const read = readScores(file);
    expect(read.get("x/15")).toEqual({
      folder: "x/15",
      score: 50,
      killed: 15,
      tried: 30,
      mutants: 50,
      seconds: 2,
      code: "abc",
    });
    expect([...read.keys()]).toEqual([...scores.keys()].toSorted());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a commit chooses ten folders, and another one others", () => {
  const scores = createScores(2);
  const chosen = chooseFolders(scores, "a1b2");
  expect(new Set(chosen).size).toBe(10);
  expect(chooseFolders(scores, "a1b2")).toEqual(chosen);
  expect(chooseFolders(scores, "c3d4")).not.toEqual(chosen);
});

test("folders that don't fit into six minutes aren't chosen", () => {
  expect(chooseFolders(createScores(100), "a1b2")).toHaveLength(3);
});

test("a score may fall by 15 points", () => {
  expect([isWorse(65, 80), isWorse(64, 80), isWorse(90, 80)]).toEqual([false, true, false]);
});

test("each equivalent mutant is one that the code has", async () => {
  for (const { file, change, code } of readEquivalents()) {
    const source = await Bun.file(join(root, file)).text();
    const places = createMutants(file, source).map((mutant) => locate(source, mutant));
    expect(places, file).toContainEqual(expect.objectContaining({ change, code }));
  }
});
