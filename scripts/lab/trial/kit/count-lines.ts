import { join } from "node:path";
import { Glob } from "bun";

const root = join(import.meta.dir, "../../../..");

/** Counts the code lines of the files that match: neither blank lines, comments nor tests. */
export async function countCodeLines(patterns: readonly string[]): Promise<number> {
  const files = new Set(
    patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(root)]).filter(isCode),
  );
  let lines = 0;
  for (const file of files) lines += countLines(await Bun.file(join(root, file)).text());
  return lines;
}

function isCode(file: string): boolean {
  return /\.(ts|js|mjs)$/.test(file) && !/\.(test|fixture|d)\.|node_modules/.test(file);
}

/** Counts the lines of a source text that are neither blank nor comments. */
export function countLines(source: string): number {
  let isInComment = false;
  let count = 0;
  for (const line of source.split("\n").map((one) => one.trim())) {
    if (isInComment || line.startsWith("/*")) isInComment = !line.includes("*/");
    else if (line !== "" && !line.startsWith("//")) count++;
  }
  return count;
}
