import { median } from "./load.ts";
import { onFirstCore } from "./server.ts";

const warmMs = 2000;

interface CompareOptions {
  /** Number of runs per measurement. */
  times?: number;
  rounds?: number;
  /** Clock in milliseconds. Default: this process's processor time, which other processes don't affect. */
  clock?: () => number;
}

/**
 * Returns the median time per run of each function, in milliseconds. The functions run alternately. Each first warms up
 * for two seconds, so that it is compiled as in a long-running server.
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

/** Returns the elapsed time, for work that other processes do. */
export const wallMs = (): number => performance.now();

/** Returns a function that runs a command on the first core. */
export function byCommand(command: readonly string[]): () => Promise<void> {
  return async () => {
    const status = await Bun.spawn([...onFirstCore, ...command]).exited;
    if (status !== 0) throw new Error(`${command[0]} ended with ${status}`);
  };
}
