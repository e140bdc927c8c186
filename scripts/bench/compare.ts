import { median } from "./load.ts";

const rounds = 5;
const warmMs = 2000;

/**
 * The medians of what each takes, by turns, in milliseconds of this process's processor time for one. All are
 * warm as in a server that has run for a while: each works for two seconds before, by turns too.
 */
export async function compare<const Works extends readonly (() => Promise<unknown>)[]>(
  works: Works,
  times: number,
): Promise<{ [Index in keyof Works]: number }> {
  const seen = works.map((): number[] => []);
  const spent = works.map(() => 0);
  while (spent.some((ms) => ms < warmMs))
    for (const [index, work] of works.entries())
      if (spent[index]! < warmMs) spent[index]! += times * (await measure(work, times));
  for (let round = 0; round < rounds; round++)
    for (const [index, work] of works.entries()) seen[index]!.push(await measure(work, times));
  return seen.map(median) as { [Index in keyof Works]: number };
}

async function measure(work: () => Promise<unknown>, times: number): Promise<number> {
  const begin = process.cpuUsage();
  for (let time = 0; time < times; time++) await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / times;
}
