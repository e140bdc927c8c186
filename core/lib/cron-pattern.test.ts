import { describe, expect, test } from "bun:test";
import { CronPattern } from "./cron-pattern.ts";

test("the next time is in UTC, after the given one", () => {
  const pattern = new CronPattern("30 4 * * 1-5");
  const friday = Date.UTC(2026, 0, 2, 4, 30);
  expect(pattern.next(friday - 1)).toBe(friday);
  expect(pattern.next(friday)).toBe(Date.UTC(2026, 0, 5, 4, 30));
});

test("a waiting pattern keeps no process alive", async () => {
  const code = `import { CronPattern } from "${import.meta.dir}/cron-pattern.ts";
const pattern = new CronPattern("* * * * *");
console.log(typeof pattern.next(0));`;
  const { stdout, exited } = Bun.spawn([process.execPath, "-e", code], { stderr: "ignore" });
  expect([await new Response(stdout).text(), await exited]).toEqual(["number\n", 0]);
});

describe("a fault is the end of a sentence:", () => {
  const must = 'must have a pattern of five fields such as "30 4 * * 1-5"';
  const minutes = Array.from({ length: 60 }, (_, minute) => minute).join();
  const longest = `10${",1".repeat(145)}`;
  test.each([
    [undefined, `${must}: it has none`],
    [5, `${must}: it has 5`],
    ["* * * *", `${must}: "* * * *" has 4`],
    ["* * * * * *", `${must}: "* * * * * *" has 6`],
    [`${longest},1 * * * *`, `${must}: "${`${longest},1 * * * *`.slice(0, 300)}" has 5`],
    ["0 0 30 2 *", 'has the pattern "0 0 30 2 *", which never matches'],
    ["61 * * * *", expect.stringContaining('has the pattern "61 * * * *", which is invalid: ')],
    [`${minutes} * * * *`, undefined],
    [`${longest} * * * *`, undefined],
    ["0 0 29 2 *", undefined],
  ])("%j", (pattern, fault) => {
    expect(CronPattern.findFault(pattern)).toEqual(fault);
  });
});
