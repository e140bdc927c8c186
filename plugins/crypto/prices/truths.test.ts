import { expect, test } from "bun:test";
import fc from "fast-check";
import { cases, json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const read = async (path: string) => json(await hub.get(`/api/crypto/${path}`));

// A bitcoin is 100,000,000 satoshis; a euro 1.95583 leva, by Regulation (EU) 2025/1409.
test("prices keep the fixed ratios of currencies", async () => {
  const { bitcoin, ethereum } = (await read("prices?ids=bitcoin,ethereum&vs=usd,btc,sats,eur,bgn"))
    .prices;
  expect(bitcoin).toMatchObject({ btc: 1, sats: 100_000_000 });
  for (const coin of [bitcoin, ethereum]) {
    expect(coin.sats / coin.btc).toBeCloseTo(1e8, 4);
    expect(coin.bgn / coin.eur).toBeCloseTo(1.95583, 12);
  }
});

test("every requested coin is either returned or missing, and nothing else is returned", async () => {
  const ids = fc.uniqueArray(
    fc.constantFrom("bitcoin", "ethereum", "moonrock", "fabulon", "nothing", "moon", "dollar"),
    { minLength: 1 },
  );
  const known = ["bitcoin", "ethereum", "moonrock", "fabulon"];
  await fc.assert(
    fc.asyncProperty(ids, async (asked) => {
      for (const [path, told] of [
        ["prices", ({ prices }) => Object.keys(prices)],
        ["markets", ({ coins }) => coins.map(({ id }: { id: string }) => id)],
        // biome-ignore lint/suspicious/noExplicitAny: the shapes differ
      ] as const satisfies [string, (answer: any) => string[]][]) {
        const answer = await read(`${path}?ids=${asked}`);
        if (!asked.some((id) => known.includes(id))) expect(answer.code).toBe("unknown_coin");
        else {
          expect(told(answer).toSorted()).toEqual(
            asked.filter((id) => known.includes(id)).toSorted(),
          );
          expect(answer.missing).toEqual(asked.filter((id) => !known.includes(id)));
        }
      }
    }),
    cases(40, 8),
  );
});
