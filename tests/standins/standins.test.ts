import { afterAll, describe, expect, test } from "bun:test";
import { strFromU8, unzipSync } from "fflate";
import { json } from "hub/testing";
import { DATA_FAULTS } from "./faults.ts";
import { startStandIns } from "./server.ts";

const now = Date.UTC(2026, 3, 6, 12);
const standIns = await startStandIns({ clock: () => now });
afterAll(() => standIns.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(standIns.url + path, { headers, redirect: "manual" });
const text = async (path: string, fault = "") =>
  (await get(path, { "x-stand-in-fault": fault })).text();
const eurofxref = "/ecb/stats/eurofxref";

describe("the European Central Bank", () => {
  test("has the last day with rates, which is neither a weekend nor a holiday", async () => {
    const daily = await text(`${eurofxref}/eurofxref-daily.xml`);
    expect(daily.match(/time='[\d-]+'/g)).toEqual(["time='2026-04-02'"]);
    expect(daily).toContain("<gesmes:name>A stand-in for tests</gesmes:name>");
  });

  test("returns the same in XML and in CSV", async () => {
    const [, rate] = /'USD' rate='([\d.]+)'/.exec(await text(`${eurofxref}/eurofxref-daily.xml`))!;
    expect(await csv("eurofxref.zip")).toMatch(`\n02 April 2026, ${rate}, `);
    expect(await csv("eurofxref-hist.zip")).toMatch(`\n2026-04-02,${rate},`);
  });

  test("has every working day since 1999, newest first", async () => {
    const days = (await csv("eurofxref-hist.zip")).trim().split("\n").slice(1);
    expect(days.at(-1)).toStartWith("1999-01-04,");
    expect(days.length).toBeWithin(6900, 7000);
    expect(days.map((line) => line.slice(0, 10))).toEqual(
      days.map((line) => line.slice(0, 10)).toSorted((a, b) => (a < b ? 1 : -1)),
    );
  });

  test.each([
    ["future-date", "time='2999-12-31'"],
    ["zero-rate", "currency='USD' rate='0.0000'"],
    ["nan", "currency='USD' rate='NaN'"],
  ])("with the fault %s has %s", async (fault, wrong) => {
    const path = `${eurofxref}/eurofxref-daily.xml`;
    expect(await text(path, fault)).toContain(wrong);
    expect(await text(path)).not.toContain(wrong);
  });

  test("can lack a currency, or repeat a day", async () => {
    const path = `${eurofxref}/eurofxref-daily.xml`;
    expect(await text(path, "missing-currency")).not.toContain("USD");
    expect((await text(path, "duplicate-day")).match(/time='2026-04-02'/g)).toHaveLength(2);
  });
});

async function csv(file: string): Promise<string> {
  const files = unzipSync(await (await get(`${eurofxref}/${file}`)).bytes());
  return strFromU8(Object.values(files)[0]!);
}

describe("CoinGecko and CoinPaprika", () => {
  const gecko = async (path: string) => json(await get(`/coingecko/api/v3${path}`));
  const paprika = async (path: string) => json(await get(`/coinpaprika/v1${path}`));

  test("have the same market", async () => {
    const { market_data: one } = await gecko("/coins/bitcoin");
    const { quotes, max_supply } = await paprika("/tickers/btc-bitcoin");
    expect(quotes.USD).toMatchObject({
      price: one.current_price.usd,
      market_cap: one.market_cap.usd,
      ath_price: one.ath.usd,
      percent_change_24h: one.price_change_percentage_24h,
    });
    expect(max_supply).toBe(one.max_supply);
  });

  test("have the same price at the same time in their charts", async () => {
    const { prices } = await gecko("/coins/bitcoin/market_chart?vs_currency=usd&days=100");
    const history = await paprika("/tickers/btc-bitcoin/historical?start=2026-01-01&interval=1d");
    const [time, price] = prices.at(-1);
    expect(history.at(-1)).toMatchObject({ timestamp: "2026-04-06T00:00:00Z", price });
    expect(new Date(time).toISOString()).toBe("2026-04-06T00:00:00.000Z");
  });

  test("have a catalogue of 10,000 coins, with one symbol on two of them", async () => {
    const [all, list] = [await gecko("/coins/list"), await paprika("/coins")];
    expect([all.length, list.length]).toEqual([10_200, 10_200]);
    const moons = all.filter(({ symbol }: { symbol: string }) => symbol === "moon");
    expect(moons).toHaveLength(2);
  });

  test("have candles whose body is within their wicks", async () => {
    for (const [, open, high, low, close] of await gecko("/coins/fabulon/ohlc?days=30"))
      expect([low <= Math.min(open, close), high >= Math.max(open, close)]).toEqual([true, true]);
  });

  test("return 404 in their own format for an unknown coin", async () => {
    expect(await gecko("/coins/nothing")).toEqual({ error: "coin not found" });
    expect(await paprika("/tickers/not-there")).toEqual({ error: "id not found" });
  });

  test("CoinPaprika redirects a path with a trailing slash", async () => {
    const { status, headers } = await get("/coinpaprika/v1/tickers/btc-bitcoin/");
    expect([status, headers.get("location")]).toEqual([301, "../btc-bitcoin"]);
  });

  test("have impossible prices with that fault", async () => {
    const path = "/coingecko/api/v3/simple/price?ids=bitcoin&vs_currencies=usd";
    expect(await text(path, "zero-rate")).toBe('{"bitcoin":{"usd":0}}');
    expect(await text(path, "nan")).toBe('{"bitcoin":{"usd":NaN}}');
    expect(await text(path, "missing-currency")).toBe('{"bitcoin":{}}');
  });
});

test("the lists only contain documentation addresses", async () => {
  expect(await text("/tor/torbulkexitlist")).toBe("192.0.2.10\n198.51.100.20\n203.0.113.30\n");
  expect(await text("/tor/exit-addresses")).toContain("ExitAddress 192.0.2.10 2026-04-06 10:00:00");
  const output = "/lists/X4BNet/lists_vpn/main/output";
  expect(await text(`${output}/vpn/ipv6.txt`)).toBe("2001:db8:1::/48\n");
});

test("a fault is planned and ended over HTTP", async () => {
  const path = "/tor/torbulkexitlist";
  const statuses = async () => [(await get(path)).status, (await get(path)).status];
  await get("/faults/tor?fault=error&times=1");
  expect(await statuses()).toEqual([500, 200]);
  await get("/faults/tor?fault=rate-limited");
  expect(await statuses()).toEqual([429, 429]);
  await get("/faults/tor");
  expect(await statuses()).toEqual([200, 200]);
});

test.each(["/faults/nobody?fault=error", "/faults/tor?fault=sloth", "/faults/tor?times=x"])(
  "rejects %s",
  async (path) => {
    expect((await get(path)).status).toBe(400);
  },
);

test("bun run standins prints how to point a hub at it, and the available faults", async () => {
  const child = Bun.spawn([process.execPath, "scripts/standins.ts", "0"], {
    cwd: `${import.meta.dir}/../..`,
    stdout: "pipe",
  });
  let told = "";
  for await (const bytes of child.stdout) {
    told += Buffer.from(bytes).toString();
    if (told.includes("Data faults")) break;
  }
  child.kill();
  expect(told).toMatch(/HUB_UPSTREAMS=www\.ecb\.europa\.eu=http:\/\/127\.0\.0\.1:\d+\/ecb,/);
  for (const fault of DATA_FAULTS) expect(told).toContain(fault);
});
