import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { findPendingMigrations } from "./migrations.ts";

const files = readdirSync(`${import.meta.dir}/migrations`).toSorted();

test("each database has at most one migration of a number", () => {
  for (const other of ["sqlite", "postgres"]) {
    const own = files.filter((name) => !name.endsWith(`.${other}.sql`));
    const numbers = own.map(
      (name) => /^(\d{3})-[a-z-]+(\.(sqlite|postgres))?\.sql$/.exec(name)?.[1],
    );
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(own.length);
  }
});

test("a database gets the migrations after its version", () => {
  const all = findPendingMigrations("sqlite", 0);
  expect(all[0]).toContain("CREATE TABLE accounts");
  expect(all[2]).toContain("ADD COLUMN folded");
  expect(findPendingMigrations("sqlite", 2)).toEqual(all.slice(2));
  expect(findPendingMigrations("sqlite", all.length)).toEqual([]);
  expect(findPendingMigrations("postgres", 0)[0]).toContain("CREATE FUNCTION json_each");
});

test("a database of a newer hub is refused", () => {
  expect(() => findPendingMigrations("postgres", 999)).toThrow(
    /^it is from a newer version of the hub \(schema 999, this version supports \d+\): start that version, or restore an older backup$/,
  );
});
