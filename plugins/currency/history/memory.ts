import { HubError, readOnce } from "hub";
import { readBank } from "../banks/bank.ts";
import { type OtherRates, widenHistory } from "../banks/widen.ts";
import type { RateDoors } from "../doors.ts";
import type { RateSource } from "../ecb/about.ts";
import { lastDayOut, today } from "../ecb/calendar.ts";
import { rateDay } from "../ecb/day.ts";
import { readTable } from "../ecb/table.ts";
import type { Sources } from "../request.ts";
import { History } from "./history.ts";

const currencyApi: RateSource = {
  id: "currency-api",
  url: "https://www.npmjs.com/package/@fawazahmed0/currency-api",
  disclaimer:
    "Market rates of one day that came with a package, as this hub has not reached the ECB yet",
};

/** Currencies that the ECB quoted on the package's day. The package has many more. */
const codes =
  "AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR";

let snapshot: Promise<History> | undefined;

const open = readOnce(async (stored) => {
  const csv = await stored.text("eurofxref-hist.csv");
  return new History(readTable(csv, stored.about.build_date), {
    fetchedAt: stored.about.fetched_at,
  });
});

/**
 * Returns all rates, synchronously if they are in memory. Updates them in the background if newer ones
 * are due. Throws `dataset_unavailable` if there are none.
 */
export function loadHistory({ data }: Pick<RateDoors, "data">): History | Promise<History> {
  const stored = data.get("rates");
  return stored instanceof Promise ? stored.then(open) : open(stored);
}

/** Maximum wait for the first download before the package's rates are used. */
const firstDownloadMaxMs = 3000;

/** Returns at least the latest rates. Until the first download, those of the package. */
export function loadLatestRates(doors: Pick<RateDoors, "data">): History | Promise<History> {
  const history = loadHistory(doors);
  if (!(history instanceof Promise)) return history;
  const fallback = Bun.sleep(firstDownloadMaxMs).then(readSnapshot);
  return Promise.race([history, fallback]).catch((error) => {
    if (error instanceof HubError && error.code === "dataset_unavailable") return readSnapshot();
    throw error;
  });
}

/** Reads the package's rates of one day, for a hub that has never reached the ECB. */
function readSnapshot(): Promise<History> {
  snapshot ??= parseSnapshot();
  return snapshot;
}

async function parseSnapshot(): Promise<History> {
  const { rates, date } = await readMarket();
  const quoted = codes
    .split(" ")
    .map((code): [string, string] => [code, String(rates[code.toLowerCase()])]);
  return new History([rateDay(date, quoted, date)], { source: currencyApi });
}

/** Reads the package's market rates of one day, in units per euro. */
async function readMarket() {
  const { default: table } = await import("@fawazahmed0/currency-api/v1/currencies/eur.json");
  const rates: Readonly<Record<string, number>> = table.eur;
  return { date: table.date as string, rates };
}

const openNbp = readOnce(readBank);
const openNorgesBank = readOnce(readBank);

/** Adds the rates of other sources to the newest day. */
export async function addSources(
  history: History,
  { sources, data, clock }: Pick<RateDoors, "data" | "clock"> & { sources: Sources },
): Promise<History> {
  if (sources === "ecb") return history;
  const [nbp, norgesBank] = await Promise.all([data.find("nbp"), data.find("norges-bank")]);
  const banks: OtherRates["banks"] = [
    ...(norgesBank
      ? [{ source: "norges-bank" as const, pivot: "NOK", table: await openNorgesBank(norgesBank) }]
      : []),
    ...(nbp ? [{ source: "nbp" as const, pivot: "PLN", table: await openNbp(nbp) }] : []),
  ];
  const market = sources === "all" ? await readMarket() : undefined;
  const now = clock();
  // The marks of old rates change with the day, and when the ECB's next rates are due.
  const parts = [history, market?.date, today(now), lastDayOut(today(now), now)];
  const key = [...parts, ...banks.map(({ table }) => table)];
  const known = widened.get(sources);
  if (known?.key.every((part, index) => part === key[index]) && known.key.length === key.length)
    return known.wide;
  const wide = widenHistory(history, { banks, market, now });
  widened.set(sources, { key, wide });
  return wide;
}

/** The last history with the rates of other sources, by the choice of sources. Building one takes 20 ms. */
const widened = new Map<Sources, { key: readonly unknown[]; wide: History }>();
