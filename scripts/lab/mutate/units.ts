import { basename, dirname, join } from "node:path";
import { apply, createMutants, locate, type Mutant, type MutantPlace } from "./mutants.ts";
import { fails, measureTimeLimit } from "./test-copy.ts";

/** A folder whose own files are changed, without those of its subfolders, and the tests that guard them. */
export interface Unit {
  folder: string;
  sources: readonly string[];
  /** The test files of the folder. If it has none, those of the nearest folder above that has some. */
  tests: readonly string[];
}

/** The result of the mutants of a folder. */
export interface UnitResult {
  killed: number;
  tried: number;
  /** The number of all mutants of the folder. Equivalent ones don't count. */
  mutants: number;
}

/** The choice of the mutants of a folder. */
export interface Sample {
  /** Maximum number of mutants per folder. */
  most: number;
  seed: number;
  /** Returns true if no test can detect the mutant, for a known reason. */
  isEquivalent(file: string, place: MutantPlace): boolean;
}

interface PlacedMutant extends MutantPlace {
  file: string;
  source: string;
  mutant: Mutant;
}

/** Lists the folders below some paths, or of single files, that have code to change. `files` is the whole repository. */
export function listUnits(files: readonly string[], paths: readonly string[]): Unit[] {
  const tests = Map.groupBy(
    files.filter((file) => file.endsWith(".test.ts")),
    (file) => dirname(file),
  );
  const isWanted = (file: string) =>
    paths.some((path) => file === path || path === "." || file.startsWith(`${path}/`));
  const sources = Map.groupBy(files.filter(isSource).filter(isWanted), (file) => dirname(file));
  return [...sources]
    .map(([folder, own]) => ({ folder, sources: own.toSorted(), tests: findTests(folder, tests) }))
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

function isSource(file: string): boolean {
  return (
    file.endsWith(".ts") &&
    !/\.(test|fixture|types|d)\.ts$|(^|\/)(fixtures|testing)\/|^tests\//.test(file)
  );
}

function findTests(folder: string, tests: ReadonlyMap<string, readonly string[]>): string[] {
  for (let above = folder; above !== "."; above = dirname(above)) {
    const found = tests.get(above);
    if (found) return found.toSorted();
  }
  return [];
}

/** Returns the test files that run for a changed file, in order: its own, then the others without serial ones. */
export function planTests(file: string, tests: readonly string[]): string[][] {
  const name = file.replace(/\.ts$/, "");
  const own = tests.filter((test) => [`${name}.test.ts`, `${name}.serial.test.ts`].includes(test));
  const others = tests.filter((test) => !own.includes(test));
  const light = others.filter((test) => !test.endsWith(".serial.test.ts"));
  // A folder with nothing but serial tests is guarded by them.
  const further = own.length > 0 || light.length > 0 ? light : others;
  return [own, further].filter(({ length }) => length > 0);
}

/**
 * Chooses mutants of a folder, and returns the number of all. The choice for a line depends on nothing but its text, so that
 * unchanged code keeps its mutants.
 */
async function drawMutants(root: string, unit: Unit, { most, seed, isEquivalent }: Sample) {
  const found: (PlacedMutant & { rank: bigint | number })[] = [];
  const seen = new Map<string, number>();
  for (const file of unit.sources) {
    const source = await Bun.file(join(root, file)).text();
    for (const mutant of createMutants(file, source)) {
      const place = locate(source, mutant);
      if (isEquivalent(file, place)) continue;
      const text = [seed, file, mutant.kind, place.change, place.code].join("\t");
      const repeated = seen.get(text) ?? 0;
      seen.set(text, repeated + 1);
      found.push({ file, source, mutant, ...place, rank: Bun.hash(`${text}\t${repeated}`) });
    }
  }
  const drawn = found.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, most);
  // Mutants of one file follow each other.
  return { drawn: drawn.toSorted((a, b) => (a.file < b.file ? -1 : 1)), mutants: found.length };
}

/**
 * Tests the mutants of a folder of a copy of the repository. Calls `report` with each survivor. Throws if the tests fail
 * without a mutant.
 */
export async function testUnit(
  copy: string,
  unit: Unit,
  { sample, report }: { sample: Sample; report: (survivor: string) => void },
): Promise<UnitResult> {
  const { drawn, mutants } = await drawMutants(copy, unit, sample);
  const limits = new Map<string, number>();
  let killed = 0;
  for (const { file, source, mutant, line, change, code } of drawn) {
    const steps = planTests(file, unit.tests);
    for (const tests of steps)
      if (!limits.has(tests.join())) limits.set(tests.join(), await requireLimit(copy, tests));
    await Bun.write(join(copy, file), apply(source, mutant));
    let isDead = false;
    for (const tests of steps) isDead ||= await fails(copy, tests, limits.get(tests.join()) ?? 0);
    await Bun.write(join(copy, file), source);
    if (isDead) killed++;
    else report(`${basename(file)}:${line}\n${[file, change, code].join("\t")}`);
  }
  // If packages changed meanwhile, tests fail with any code, and the run proves nothing.
  for (const tests of limits.keys()) await requireLimit(copy, tests.split(","));
  return { killed, tried: drawn.length, mutants };
}

async function requireLimit(copy: string, tests: readonly string[]): Promise<number> {
  const limit = await measureTimeLimit(copy, tests);
  if (limit !== undefined) return limit;
  throw new Error(`Cannot test mutants with ${tests.join(", ")}: they fail without a mutant`);
}

/** Returns the score of a folder in percent. A folder without mutants has nothing to guard. */
export function getScore({ killed, tried }: UnitResult): number {
  return tried === 0 ? 100 : Math.round((100 * killed) / tried);
}
