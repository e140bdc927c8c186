import { reply } from "hub";
import { writeCsv } from "hub/csv";
import type { Lookup } from "./response.ts";

/** Result of a lookup, or the error for an invalid address. */
export type Row = Partial<Lookup> | { ip: string; error: { code: string; detail: string } };

/** Response types other than JSON. */
export const tableTypes = ["text/csv", "application/x-ndjson"] as const;

/** Cache policy of most responses, because a list can be updated at any time. */
export const cacheForAMinute = "private, max-age=60";

/** Cache policy of responses with the local time. */
const alwaysRevalidate = "private, no-cache";

/** Builds the response to a lookup, with its cache policy and its CSV and NDJSON alternatives. */
export function buildAnswer(found: Partial<Lookup>) {
  return reply(found, {
    headers: { "cache-control": found.local_time == null ? cacheForAMinute : alwaysRevalidate },
    alternatives: createSerializers([found]),
  });
}

/** Returns a serialiser for each table type. */
export function createSerializers(rows: readonly Row[]) {
  return { "text/csv": () => csv(rows), "application/x-ndjson": () => lines(rows) };
}

function lines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Writes one line per row. Nested fields become columns, and a list becomes one cell. */
function csv(rows: readonly Row[]): string {
  const flat = rows.map((row) => Object.fromEntries(listCells(row)));
  const columns = [...new Set(flat.flatMap((cells) => Object.keys(cells)))];
  return writeCsv([columns, ...flat.map((cells) => columns.map((column) => cells[column]))]);
}

function listCells(row: object): [string, unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[name, value.map(formatCell).join(" ")]];
    if (typeof value !== "object" || value === null) return [[name, value]];
    return listCells(value).map(([inner, cell]) => [`${name}_${inner}`, cell]);
  });
}

/** Returns text unchanged, and anything else as JSON. */
function formatCell(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
