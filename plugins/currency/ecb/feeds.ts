import { unzipSync } from "fflate";
import { HubError } from "hub";
import { SaxesParser } from "saxes";
import type { Doors } from "../doors.ts";
import { daysBetween, shiftDay, today } from "./calendar.ts";
import { orderDays, type RateDay, rateDay } from "./day.ts";
import { readTable } from "./table.ts";

const base = "https://www.ecb.europa.eu/stats/eurofxref/";

/** All of history has about 2 MB. */
const bytesMax = 12 * 1024 * 1024;

/**
 * Fetches the days after `newest`, and many before, from the smaller feed that has them all: that of
 * 90 days, or all of history.
 */
export async function fetchDays(
  newest: string | undefined,
  { net, clock }: Pick<Doors, "net" | "clock">,
): Promise<RateDay[]> {
  // Until the next day: the hub's clock may lag behind the one in Frankfurt.
  const last = shiftDay(today(clock()), 1);
  const feed = feedFor(newest, last);
  const response = await net(`${base}${feed}` as "https://www.ecb.europa.eu/", {
    headers: { accept: "*/*" },
    bodyBytesMax: bytesMax,
    timeoutMs: 20_000,
  });
  if (!response.ok)
    throw new HubError(
      "upstream_failed",
      `Cannot download "${feed}": the ECB returned status ${response.status}`,
    );
  try {
    if (feed.endsWith(".xml")) return readXml(await response.text(), last);
    return readZip(await response.bytes(), last);
  } catch (cause) {
    throw new HubError("upstream_failed", `Cannot read "${feed}" of the ECB`, { cause });
  }
}

/** The feed of one day would be smaller, but has no corrections of the days before. */
function feedFor(newest: string | undefined, last: string): string {
  const isNear = newest !== undefined && daysBetween(newest, last) <= 80;
  return isNear ? "eurofxref-hist-90d.xml" : "eurofxref-hist.zip";
}

/** Later than any day of the ECB: what is to come is refused when a file is taken into use. */
const anyDay = "9999-12-31";

/** Reads one of the ECB's files that a person has fetched: the archive, its table, or a feed in XML. */
export function readGiven(name: string, bytes: Uint8Array): RateDay[] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes, anyDay);
  const text = new TextDecoder().decode(bytes);
  if (text.trimStart().startsWith("<")) return readXml(text, anyDay);
  if (text.startsWith("Date,")) return readTable(text, anyDay);
  throw new Error(
    `"${name}" must be the ECB's eurofxref-hist.zip, the table inside it, or an XML feed of the ECB`,
  );
}

/** Reads `eurofxref-hist.zip`: the days from the oldest on. Throws where it is anything else. */
export function readZip(zip: Uint8Array, last: string): RateDay[] {
  const files = unzipSync(zip, {
    filter: ({ name, originalSize }) => name.endsWith(".csv") && originalSize <= bytesMax,
  });
  const [csv] = Object.values(files);
  if (!csv) throw new Error(`The archive has no table of at most ${bytesMax} bytes`);
  return readTable(new TextDecoder().decode(csv), last);
}

/**
 * Reads `eurofxref-hist-90d.xml` or another feed like it: the days from the oldest on. Throws where
 * it is anything else, such as a page saying that there is none. Entities are not expanded.
 */
export function readXml(xml: string, last: string): RateDay[] {
  const days: { date: string; rates: [string, string][] }[] = [];
  const parser = new SaxesParser();
  let depth = 0;
  parser.on("error", (fault) => {
    throw fault;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (depth++ === 0 && !/^(\w+:)?Envelope$/.test(name))
      throw new Error(`The feed must start with an Envelope: it starts with <${name}>`);
    if (!/^(\w+:)?Cube$/.test(name)) return;
    const { time, currency, rate } = attributes as Record<string, string | undefined>;
    if (time !== undefined) days.push({ date: time, rates: [] });
    else if (currency && rate) days.at(-1)?.rates.push([currency, rate]);
  });
  parser.on("closetag", () => {
    depth--;
  });
  parser.write(xml).close();
  return orderDays(days.map(({ date, rates }) => rateDay(date, rates, last)));
}
