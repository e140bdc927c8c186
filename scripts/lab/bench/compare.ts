import { median } from "./load.ts";
import { onFirstCore } from "./server.ts";

const warmMs = 2000;

interface CompareOptions {
  /** How often each works at a time. */
  times?: number;
  rounds?: number;
  /** In milliseconds. Default: this process's processor time, which nothing else of the machine takes part in. */
  clock?: () => number;
}

/**
 * The medians of what each takes, by turns, in milliseconds for one. All are warm as in a server that has run for
 * a while: each works for two seconds before, by turns too.
 */
export async function compare<const Works extends readonly (() => Promise<unknown>)[]>(
  works: Works,
  { times = 1, rounds = 5, clock = processorMs }: CompareOptions = {},
): Promise<{ [Index in keyof Works]: number }> {
  const measure = async (work: () => Promise<unknown>) => {
    const begin = clock();
    for (let time = 0; time < times; time++) await work();
    return (clock() - begin) / times;
  };
  const seen = works.map((): number[] => []);
  const spent = works.map(() => 0);
  while (spent.some((ms) => ms < warmMs))
    for (const [index, work] of works.entries())
      if (spent[index]! < warmMs) spent[index]! += times * (await measure(work));
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries()) seen[index]!.push(await measure(work));
  return seen.map(median) as { [Index in keyof Works]: number };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The time that passes, for what other processes work at. */
export const wallMs = (): number => performance.now();

/** Runs a command, on the first core. */
export function byCommand(command: readonly string[]): () => Promise<void> {
  return async () => {
    const status = await Bun.spawn([...onFirstCore, ...command]).exited;
    if (status !== 0) throw new Error(`${command[0]} ended with ${status}`);
  };
}
