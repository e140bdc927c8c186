import { reply } from "hub";
import { writeCsv } from "hub/csv";
import type { Lookup } from "./answer.ts";

/** What a look-up found, or what was wrong with the address. */
export type Row = Partial<Lookup> | { ip: string; error: { code: string; detail: string } };

/** What look-ups may be answered as besides JSON. */
export const tableTypes = ["text/csv", "application/x-ndjson"] as const;

/** How long an answer holds: a list may have come by the next minute. */
export const keptForAMinute = "private, max-age=60";

/** An answer with a clock in it is wrong a second later. */
const askedAnew = "private, no-cache";

/**
 * Answers a look-up with the headers that say how long it holds. Whoever accepts a table in CSV or
 * lines of JSON better than JSON gets those.
 */
export function answerAs(found: Partial<Lookup>) {
  return reply(found, {
    headers: { "cache-control": found.local_time == null ? keptForAMinute : askedAnew },
    alternatives: tables([found]),
  });
}

/** Rows by the media types that they may be written as. */
export function tables(rows: readonly Row[]) {
  return { "text/csv": () => csv(rows), "application/x-ndjson": () => lines(rows) };
}

function lines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** A line for each row. An object has a column for each of its fields, and a list is in one cell. */
function csv(rows: readonly Row[]): string {
  const flat = rows.map((row) => Object.fromEntries(cellsOf(row)));
  const columns = [...new Set(flat.flatMap((cells) => Object.keys(cells)))];
  return writeCsv([columns, ...flat.map((cells) => columns.map((column) => cells[column]))]);
}

function cellsOf(row: object): [string, unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[name, value.map(cellOf).join(" ")]];
    if (typeof value !== "object" || value === null) return [[name, value]];
    return cellsOf(value).map(([inner, cell]) => [`${name}_${inner}`, cell]);
  });
}

/** A text as it is; of what has fields, all of them. */
function cellOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
