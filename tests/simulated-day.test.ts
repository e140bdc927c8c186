import { afterAll, expect, test } from "bun:test";
import { json, seededRandom, testHub, waitMs } from "hub/testing";
import { DATA_FAULTS, type Fault, WIRE_FAULTS } from "./standins/faults.ts";
import { invented, swing } from "./standins/invented.ts";
import { startStandIns } from "./standins/server.ts";

/** Faults that only cost time: the tests of upstreams cover them. */
const slow: readonly Fault[] = ["slow", "hang", "huge"];
const faults = [...WIRE_FAULTS, ...DATA_FAULTS].filter((fault) => !slow.includes(fault));
const hour = 3_600_000;
/** A Wednesday, on which every bank publishes. */
const start = Date.UTC(2026, 4, 6);
const stepMs = hour / 2;

const world = { now: start };
const clock = () => world.now;
const standIns = await startStandIns({ clock });
afterAll(() => standIns.stop());
const services = `${import.meta.dir}/../plugins`;
const options = { upstreams: standIns.upstreams, clock };

/** Changes the faults of these upstreams at random. Returns those that answer, perhaps with impossible values. */
function changeFaults(folders: readonly string[], random: ReturnType<typeof seededRandom>) {
  return folders.filter((folder) => {
    const fault = random.integer(2) === 0 ? faults[random.integer(faults.length)] : undefined;
    standIns.misbehave(folder, fault);
    return !WIRE_FAULTS.some((one) => one === fault);
  });
}

/** Runs a day in steps of half an hour. Returns what `check` reports. */
async function runDay(folders: readonly string[], check: (working: string[]) => Promise<string[]>) {
  const random = seededRandom(1);
  for (const folder of folders) standIns.misbehave(folder);
  const claims: string[] = [];
  for (world.now = start; world.now < start + 24 * hour; world.now += stepMs)
    claims.push(...(await check(changeFaults(folders, random))));
  return claims;
}

interface Origin {
  source: string;
  date: string;
  stale: boolean;
  indicative: boolean;
}

/** Returns the rate that a source published on a day, in units per euro. */
function findPublished(code: string, { source, date }: Origin): number {
  const time = Date.parse(date);
  const atBank = (name: string) =>
    Number(swing(name, { middle: 10 ** (invented(name) * 3 - 2), time }).toFixed(6));
  if (source !== "ecb") return atBank("EUR") / atBank(code);
  return Number(swing(code, { middle: 10 ** (invented(code) * 4 - 0.5), time }).toFixed(4));
}

/** Returns the last day whose rates of the ECB were out by a time, with its delay of at most 90 minutes. */
function findDueDay(now: number): string {
  return new Date(now - 15.5 * hour).toISOString().slice(0, 10);
}

test(
  "in a day of outages, no rate is another than its source published, or older than it says",
  async () => {
    const hub = await testHub(`${services}/currency`, options);
    const seen = new Set<string>();
    const claims = await runDay(["ecb", "nbp", "norges-bank"], async () => {
      const response = await hub.get("/api/currency/latest?sources=all&precision=full");
      const answer = await json(response);
      await hub.settled();
      const at = new Date(world.now).toISOString();
      const origins = Object.entries<Origin>(answer.origins ?? {});
      const problems = origins.flatMap(([code, origin]) => {
        const { source, date, stale, indicative } = origin;
        seen.add(source);
        if (source === "law") return [];
        const rate = answer.rates[code];
        if (!(rate > 0)) return [`${at} ${code} is ${rate}`];
        if (date > at.slice(0, 10) && source !== "currency-api")
          return [`${at} ${code} is of the future day ${date}`];
        if (source === "currency-api")
          return stale && indicative ? [] : [`${at} ${code} is a market rate without a mark`];
        if (source === "ecb" && !stale && date < findDueDay(world.now))
          return [`${at} ${code} of ${date} isn't marked as stale`];
        const published = findPublished(code, origin);
        return Math.abs(rate / published - 1) < 1e-9
          ? []
          : [`${at} ${code} is ${rate}: ${source} published ${published} on ${date}`];
      });
      const isStale = origins.some(([, { stale }]) => stale);
      const isMarked = answer.stale === true || !isStale;
      return [
        ...(response.status === 200 ? [] : [`${at} the status is ${response.status}`]),
        ...(isMarked ? [] : [`${at} the answer isn't marked as stale`]),
        ...problems,
      ];
    });
    expect(claims).toEqual([]);
    expect([...seen].sort()).toEqual(["currency-api", "ecb", "law", "nbp", "norges-bank"]);
  },
  waitMs(120_000),
);

test(
  "in a day of outages, no price is newer than its provider's last answer, or a hidden old one",
  async () => {
    const hub = await testHub(`${services}/crypto`, options);
    const providers = ["coingecko", "coinpaprika"];
    let workedAt = 0;
    let answered = 0;
    const claims = await runDay(providers, async (working) => {
      if (working.length > 0) workedAt = world.now;
      const response = await hub.get("/api/crypto/price/bitcoin");
      const answer = await json(response);
      await hub.settled();
      const at = new Date(world.now).toISOString();
      if (response.status !== 200)
        return working.length > 0 && response.status < 500
          ? [`${at} the status is ${response.status}`]
          : [];
      answered++;
      const asOf = Date.parse(answer.as_of);
      const { current_price_usd: price } = answer.coin.market_data;
      return [
        ...(price > 0 ? [] : [`${at} the price is ${price}`]),
        ...(asOf <= world.now ? [] : [`${at} the price is of ${answer.as_of}`]),
        ...(answer.stale || world.now - asOf <= 2 * 60_000 ? [] : [`${at} an old price is fresh`]),
        ...(answer.source === "currency-api" || asOf <= workedAt
          ? []
          : [`${at} a price of ${answer.as_of} came while no provider answered`]),
      ];
    });
    expect(claims).toEqual([]);
    expect(answered).toBeGreaterThan(24);
  },
  waitMs(120_000),
);
