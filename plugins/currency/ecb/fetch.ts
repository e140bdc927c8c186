import { HubError } from "hub";
import type { Doors } from "../doors.ts";
import { daysBetween, shiftDay, today } from "./calendar.ts";
import type { RateDay } from "./day.ts";

const base = "https://www.ecb.europa.eu/stats/eurofxref/";
const feedBytesMax = 12 * 1024 * 1024;

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
    bodyBytesMax: feedBytesMax,
    timeoutMs: 20_000,
  });
  if (!response.ok)
    throw new HubError("upstream_failed", `Cannot read "${feed}": ECB answered ${response.status}`);
  try {
    if (feed.endsWith(".xml"))
      return (await import("./read-xml.ts")).readXml(await response.text(), last);
    return (await import("./read-zip.ts")).readZip(await response.bytes(), last);
  } catch (cause) {
    throw new HubError("upstream_failed", `Cannot read "${feed}" of the ECB`, { cause });
  }
}

/** The feed of one day would be smaller, but has no corrections of the days before. */
function feedFor(newest: string | undefined, last: string): string {
  const isNear = newest !== undefined && daysBetween(newest, last) <= 80;
  return isNear ? "eurofxref-hist-90d.xml" : "eurofxref-hist.zip";
}
