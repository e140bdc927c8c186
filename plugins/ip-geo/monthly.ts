import { promisify } from "node:util";
import { gunzip, type ZlibOptions } from "node:zlib";
import type { DatasetVersion } from "hub";
import type ipGeo from "./plugin.ts";

type Download = Parameters<typeof ipGeo.dataset>[0]["download"];
type Doors = Parameters<Download>[0];

/** Age in days after which DB-IP has certainly published a new month. */
const dueDays = 35;
const dayMs = 86_400_000;
const archiveBytesMax = 256 * 1024 * 1024;
const fileBytesMax = 1024 * 1024 * 1024;
const unzipped = promisify(gunzip) as (data: Uint8Array, options: ZlibOptions) => Promise<Buffer>;

/** Returns whether a new month of DB-IP's files is due. */
export function isMonthOld(version: DatasetVersion | undefined, now: number): boolean {
  return now - Date.parse(version?.about.build_date ?? "1970-01-01") > dueDays * dayMs;
}

/** Downloads DB-IP's file of this month, or of the last month if it isn't published yet. */
export async function fetchMonthly(
  name: "dbip-city-lite" | "dbip-asn-lite",
  kind: "mmdb" | "csv",
  { net, clock }: Pick<Doors, "net" | "clock">,
): Promise<{ bytes: Uint8Array; month: string }> {
  for (const month of lastMonths(clock())) {
    const response = await net(`https://download.db-ip.com/free/${name}-${month}.${kind}.gz`, {
      bodyBytesMax: archiveBytesMax,
      timeoutMs: 10 * 60_000,
    });
    if (response.status === 404) continue;
    if (!response.ok) throw new Error(`download.db-ip.com returned status ${response.status}`);
    const bytes = await unzipped(await response.bytes(), { maxOutputLength: fileBytesMax });
    return { bytes, month };
  }
  throw new Error(`download.db-ip.com has no "${name}" for this month or the last`);
}

function lastMonths(now: number): string[] {
  const date = new Date(now);
  const before = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 1));
  return [date, before].map((one) => one.toISOString().slice(0, 7));
}
