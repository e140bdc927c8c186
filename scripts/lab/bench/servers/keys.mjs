import { readFileSync } from "node:fs";

/** Accounts by key, from the file in BENCH_KEYS: a map, as in a small program. */
export const accounts = new Map(
  readFileSync(process.env.BENCH_KEYS, "utf8")
    .split("\n")
    .map((key, id) => [key, id]),
);
/** Calls per minute of each account. */
export const perMinute = 1024;
