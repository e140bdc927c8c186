import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
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

test("a database of a newer hub has no pending migrations if that hub left it readable", () => {
  const newest = Number(files.at(-1)?.slice(0, 3));
  expect(findPendingMigrations("sqlite", 999, newest)).toEqual([]);
  expect(() => findPendingMigrations("sqlite", 999, newest + 1)).toThrow("newer version");
});

test("a migration leaves the data readable by the version before, or says that it doesn't", () => {
  const adds =
    /^(CREATE (UNIQUE )?(TABLE|INDEX) |INSERT INTO schemaReaders |ALTER TABLE \w+ ADD COLUMN )/;
  const isOptional = (statement: string) =>
    !/ADD COLUMN/.test(statement) || !/NOT NULL/.test(statement) || /DEFAULT/.test(statement);
  for (const name of files.filter((name) => Number(name.slice(0, 3)) >= 20)) {
    const text = readFileSync(`${import.meta.dir}/migrations/${name}`, "utf8");
    const statements = text
      .replaceAll(/^\s*--.*$/gm, "")
      .split(";")
      .map((statement) => statement.trim())
      .filter((statement) => statement !== "");
    const harmful = statements.filter(
      (statement) => !adds.test(statement) || !isOptional(statement),
    );
    const says = text.includes(`UPDATE schemaReaders SET oldest = ${Number(name.slice(0, 3))};`);
    expect([name, says ? [] : harmful]).toEqual([name, []]);
  }
});

test("a database of a newer hub is refused", () => {
  expect(() => findPendingMigrations("postgres", 999)).toThrow(
    /^it is from a newer version of the hub \(schema 999, this version supports \d+\): start that version, or restore an older backup$/,
  );
});
