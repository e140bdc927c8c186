import { unzipSync } from "fflate";
import { HubError } from "hub";
import { SaxesParser } from "saxes";
import type { RouteDoors } from "../doors.ts";
import { daysBetween, shiftDay, today } from "./calendar.ts";
import { type RateDay, rateDay, sortDays } from "./day.ts";
import { anyDay, readTable } from "./table.ts";

const base = "https://www.ecb.europa.eu/stats/eurofxref/";

/** The full history is about 2 MB. */
const bytesMax = 12 * 1024 * 1024;

/**
 * Downloads the days after `newest`, and earlier ones, from the smallest sufficient feed: the last 90
 * days or the full history.
 */
export async function fetchDays(
  newest: string | undefined,
  { net, clock }: Pick<RouteDoors, "net" | "clock">,
): Promise<RateDay[]> {
  // One day of tolerance, because the hub's clock can be behind Frankfurt's.
  const last = shiftDay(today(clock()), 1);
  const feed = chooseFeed(newest, last);
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

/** Chooses a feed. The one-day feed would be smaller, but lacks corrections of earlier days. */
function chooseFeed(newest: string | undefined, last: string): string {
  const isNear = newest !== undefined && daysBetween(newest, last) <= 80;
  return isNear ? "eurofxref-hist-90d.xml" : "eurofxref-hist.zip";
}

/** Parses an imported ECB file: the archive, its table, or an XML feed. Future days are rejected when it is activated. */
export function readGiven(name: string, bytes: Uint8Array): RateDay[] {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes, anyDay);
  const text = new TextDecoder().decode(bytes);
  if (text.trimStart().startsWith("<")) return readXml(text, anyDay);
  if (text.startsWith("Date,")) return readTable(text, anyDay);
  throw new Error(
    `"${name}" must be the ECB's eurofxref-hist.zip, the table inside it, or an XML feed of the ECB`,
  );
}

/** Parses `eurofxref-hist.zip`, oldest day first. Throws if it is anything else. */
export function readZip(zip: Uint8Array, last: string): RateDay[] {
  const files = unzipSync(zip, {
    filter: ({ name, originalSize }) => name.endsWith(".csv") && originalSize <= bytesMax,
  });
  const [csv] = Object.values(files);
  if (!csv) throw new Error(`The archive has no table of at most ${bytesMax} bytes`);
  return readTable(new TextDecoder().decode(csv), last);
}

/**
 * Parses `eurofxref-hist-90d.xml` or a similar feed, oldest day first. Throws if it is anything else,
 * such as an error page. Entities are not expanded.
 */
export function readXml(xml: string, last: string): RateDay[] {
  const days: { date: string; rates: [string, string][] }[] = [];
  const parser = new SaxesParser();
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
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
  return sortDays(days.map(({ date, rates }) => rateDay(date, rates, last)));
}
