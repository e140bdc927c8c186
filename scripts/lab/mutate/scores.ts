import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openTable, type TableRow } from "../../../core/lib/data-file.ts";
import { getScore, type Unit, type UnitResult } from "./units.ts";

const columns = {
  folder: "text",
  score: "number",
  killed: "number",
  tried: "number",
  mutants: "number",
  seconds: "number",
  code: "text",
} as const;

/** The score of a folder, the seconds that it took, and a hash of its code and tests. */
export type ScoreRow = TableRow<typeof columns>;

/** Points that a score may fall below the file before continuous integration fails: samples of changed code differ. */
const tolerance = 15;
/** The folders that continuous integration repeats, and the seconds that they may take together. */
const repeated = { folders: 10, seconds: 360 };

/** Reads the scores of a file, by folder. */
export function readScores(file: string): Map<string, ScoreRow> {
  if (!existsSync(file)) return new Map();
  const rows = openTable(pathToFileURL(file), columns)();
  return new Map(rows.map((row) => [row.folder, row]));
}

export async function writeScores(file: string, scores: ReadonlyMap<string, ScoreRow>) {
  const rows = [...scores.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
  const names = Object.keys(columns) as (keyof ScoreRow)[];
  const lines = rows.map((row) => names.map((name) => row[name]).join("\t"));
  const head = ["# source: bun run mutate --all", "# licence: MIT", names.join("\t")];
  await Bun.write(file, `${[...head, ...lines].join("\n")}\n`);
}

export function createRow(
  folder: string,
  result: UnitResult,
  { seconds, code }: { seconds: number; code: string },
): ScoreRow {
  return { folder, score: getScore(result), ...result, seconds: Math.ceil(seconds), code };
}

/** Returns a hash of the sources and tests of a folder, which changes when its score may change. */
export async function hashUnit(root: string, { sources, tests }: Unit): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const file of [...sources, ...tests])
    hash.update(file).update(await Bun.file(join(root, file)).bytes());
  return hash.digest("hex").slice(0, 12);
}

/** Chooses the folders to repeat: their order depends on a commit, and slow ones that don't fit are left out. */
export function chooseFolders(scores: ReadonlyMap<string, ScoreRow>, commit: string): string[] {
  const rank = (folder: string) => Bun.hash(`${commit} ${folder}`);
  const ordered = [...scores.values()].toSorted((a, b) =>
    rank(a.folder) < rank(b.folder) ? -1 : 1,
  );
  const chosen: string[] = [];
  let seconds = 0;
  for (const row of ordered) {
    if (chosen.length === repeated.folders) break;
    if (row.tried === 0 || seconds + row.seconds > repeated.seconds) continue;
    seconds += row.seconds;
    chosen.push(row.folder);
  }
  return chosen;
}

/** Returns true if a score is too far below the one in the file. */
export function isWorse(score: number, before: number): boolean {
  return score < before - tolerance;
}
