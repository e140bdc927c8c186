import type { RouteDoors } from "../doors.ts";
import type { DayRange } from "./days.ts";
import type { BankDay } from "./table.ts";

/**
 * Downloads a table as text. The XML declaration, or else the type, names the encoding. Returns undefined for 404,
 * because banks return it for periods without a table. Throws for other errors.
 */
export async function downloadTable(
  url: string,
  { net }: Pick<RouteDoors, "net">,
): Promise<string | undefined> {
  const { host } = new URL(url);
  const { value } = await net.read(
    url as "https://www.cnb.cz/",
    async (response) => {
      if (response.status === 404) return undefined;
      if (!response.ok) throw new Error(`${host} returned status ${response.status}`);
      return decodeTable(await response.bytes(), response.headers.get("content-type") ?? "");
    },
    { timeoutMs: 30_000, bodyBytesMax: 20 * 1024 * 1024 },
  );
  return value;
}

/** Decodes text without a byte order mark. */
export function decodeTable(bytes: Uint8Array, type: string): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(start)?.[1];
  const encoding = declared ?? /charset="?([\w-]+)/i.exec(type)?.[1] ?? "utf-8";
  return new TextDecoder(encoding as "utf-8").decode(bytes);
}

/** Downloads the tables of the years of a range, oldest first. A year without a table has no days. */
export async function downloadYears(
  { from, to }: DayRange,
  { net, url, parse }: Pick<RouteDoors, "net"> & YearTables,
): Promise<BankDay[]> {
  const days: BankDay[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    const table = await downloadTable(url(year), { net });
    if (table !== undefined) days.push(...parse(table));
  }
  return days;
}

interface YearTables {
  url(year: number): string;
  parse(table: string): BankDay[];
}

/** Converts a day such as 31.12.2025 to 2025-12-31. Returns an empty text for anything else. */
export function parseDottedDay(text: string): string {
  const [, day = "", month = "", year = ""] =
    /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim()) ?? [];
  return year && `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
