import { readFileSync } from "node:fs";

/** Whose key it is, for those of the file that BENCH_KEYS names: a map, as a small program has one. */
export const accounts = new Map(
  readFileSync(process.env.BENCH_KEYS, "utf8")
    .split("\n")
    .map((key, id) => [key, id]),
);
/** The calls of a minute that each of them has. */
export const perMinute = 1024;
