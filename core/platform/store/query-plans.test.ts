import { Database as SqliteFile } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Database, Statements } from "./database.ts";
import { SqlRecords } from "./sql-records.ts";
import { openSqliteDatabase } from "./sqlite-database.ts";

/** Tables that don't grow with the number of accounts. `erased` has the erasures of two days. */
const smallTables = new Set([
  ...["cronRuns", "datasetRefreshes", "erased", "incidents", "json_each", "leases", "pepperProof"],
  ...["pluginMigrations", "revision", "sightings"],
]);
/** Columns of which one value, or a range with two ends, selects a bounded number of rows. */
const narrow = "account|accountId|folded|id|keyId|run|rowid";
const isNarrow = new RegExp(`\\((?:${narrow})=|\\((${narrow})>\\? AND \\1<`);

/** The number of calls of each method, with other arguments and results each time. */
const callsMin = 300;
const callsMax = 5000;

/** The lines of the store that run a statement. */
const lines = readdirSync(import.meta.dir)
  .filter((file) => file.endsWith(".ts") && !/\.test|^(?:database|postgres|sqlite)/.test(file))
  .flatMap((file) =>
    readFileSync(`${import.meta.dir}/${file}`, "utf8")
      .split("\n")
      .flatMap((line, index) => (/\.(?:rows|run)[<(]/.test(line) ? `${file}:${index + 1}` : [])),
  );

const dir = mkdtempSync(`${tmpdir()}/utilhub-plans-`);
/** The statements of the store, and the lines that ran them. */
const found = { statements: new Set<string>(), lines: new Set<string>() };

beforeAll(collectStatements);
afterAll(() => rmSync(dir, { recursive: true }));

test("each line of the store that runs a statement was reached", () => {
  expect([...found.lines].sort()).toEqual(lines.toSorted());
});

test.each([1, 200_000])(
  "no statement reads or sorts all of a table that grows, with old statistics of %p accounts",
  async (rows) => {
    const path = `${dir}/${rows}.sqlite`;
    await openSqliteDatabase(path).close();
    writeStatistics(path, rows);
    const database = openSqliteDatabase(path);
    const faults: string[] = [];
    for (const sql of found.statements) faults.push(...(await findFaults(database, sql)));
    await database.close();
    expect(faults).toEqual([]);
  },
);

test.each([
  ["SELECT * FROM keys WHERE name = 'a'", "SCAN keys"],
  ["SELECT count(*) FROM keys AS own", "SCAN keys USING COVERING INDEX keysByAccount"],
  ["SELECT * FROM usage WHERE day = 1 ORDER BY count", "USE TEMP B-TREE FOR ORDER BY"],
  [
    "SELECT sum(count) FROM (SELECT * FROM usage WHERE day > 1 LIMIT 9) AS slice GROUP BY route",
    "USE TEMP B-TREE FOR GROUP BY",
  ],
])("the rules of this file refuse %p", async (sql, fault) => {
  const database = openSqliteDatabase(":memory:");
  expect(await findFaults(database, sql)).toEqual([`${fault}: ${sql}`]);
  await database.close();
});

/** Calls every method of the records with arbitrary values, and collects the statements that they run. */
async function collectStatements(): Promise<void> {
  const pick = createPicker();
  const database: Database = {
    async rows<Row>(sql: string) {
      recordStatement(sql);
      return Array.from({ length: pick([0, 1, 2]) }, () => createObject(pick)) as Row[];
    },
    async run(sql) {
      recordStatement(sql);
      return pick([0, 1]);
    },
    atomically: (_, work) => work(database),
    nextCounter: async () => 1,
    fault: () => undefined,
    close: async () => {},
  };
  const isDone = (calls: number) => calls >= callsMin && found.lines.size >= lines.length;
  for (let call = 0; call < callsMax && !isDone(call); call++) {
    const records = new SqlRecords(database);
    const parts: object[] = Object.values(records).filter((part) => part !== database);
    for (const part of [records, ...parts])
      for (const method of listMethods(part))
        try {
          const create = () => pick([createObject, createValue])(pick);
          await method.apply(part, [create(), create(), create()]);
        } catch {
          // The values don't suit the method. The statements before the error count.
        }
  }
}

function recordStatement(sql: string): void {
  // An arbitrary value became the name of a column.
  if (sql.includes("key_1")) return;
  found.statements.add(sql);
  const frames = new Error().stack?.match(/store\/[\w-]+\.ts:\d+/g) ?? [];
  const line = frames.map((frame) => frame.slice("store/".length)).at(0);
  if (line) found.lines.add(line);
}

/** Returns the methods of an object's classes. */
function listMethods(object: object): ((...values: unknown[]) => unknown)[] {
  const methods = [];
  for (
    let { prototype } = object.constructor;
    prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  )
    for (const name of Object.getOwnPropertyNames(prototype))
      if (name !== "constructor") methods.push(prototype[name]);
  return methods;
}

type Picker = <Choice>(choices: readonly Choice[]) => Choice;

/** Returns a function that picks values in an order that is the same in each run. */
function createPicker(): Picker {
  let state = 1;
  return <Choice>(choices: readonly Choice[]) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return choices[Math.floor((state / 2 ** 32) * choices.length)] as Choice;
  };
}

/** Returns a value of any type. Often 1, because many statements need equal values. */
function createValue(pick: Picker): unknown {
  const kind = pick(["one", "one", "simple", "list", "object"]);
  if (kind === "object") return createObject(pick);
  if (kind === "one") return 1;
  if (kind === "list") return [createValue(pick)];
  return pick([undefined, null, 0, 1, "key_1", "hub_a", "a", true]);
}

/** Returns an object that has every property. It is a function and an empty list, too. */
function createObject(pick: Picker): object {
  const properties = new Map<unknown, unknown>([
    ["then", undefined],
    [Symbol.toPrimitive, () => 1],
    [Symbol.iterator, () => [].values()],
  ]);
  return new Proxy(() => {}, {
    get(_, name) {
      if (!properties.has(name)) properties.set(name, createValue(pick));
      return properties.get(name);
    },
    apply: () => createValue(pick),
  });
}

/** Writes the statistics of a hub whose tables all have this number of rows. */
function writeStatistics(path: string, rows: number): void {
  using file = new SqliteFile(path);
  file.run("ANALYZE");
  file.run("DELETE FROM sqlite_stat1");
  // The number of rows, then for each column of an index the rows with the same value.
  file.run(
    `INSERT INTO sqlite_stat1 SELECT tables.name, indexes.name, ?1 ||
         replace(printf('%.*c', (SELECT count(*) FROM pragma_index_info(indexes.name)), 'x'), 'x', ' 1')
       FROM sqlite_schema AS tables, pragma_index_list(tables.name) AS indexes
       WHERE type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
    [rows],
  );
}

interface PlanStep {
  id: number;
  parent: number;
  detail: string;
}

/** Returns the steps of a statement's plan that read or sort all rows of a table that grows. */
async function findFaults(database: Statements, sql: string): Promise<string[]> {
  const values = Array.from({ length: countParameters(sql) }, () => 1);
  const steps = await database.rows<PlanStep>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
  const subqueries = steps.flatMap(
    ({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1] ?? [],
  );
  const grows = ({ detail }: PlanStep) => {
    const table = /^(?:SCAN|SEARCH) (\w+)/.exec(detail)?.[1];
    return table !== undefined && !smallTables.has(table) && !subqueries.includes(table);
  };
  const isWide = (step: PlanStep): boolean =>
    (grows(step) && !isNarrow.test(step.detail)) ||
    steps.some(({ id, parent, detail }) => parent === step.id && isWide({ id, parent, detail }));
  const sortsAll = ({ parent, detail }: PlanStep) =>
    detail.includes("TEMP B-TREE") && steps.some((step) => step.parent === parent && isWide(step));
  return steps
    .filter((step) => (step.detail.startsWith("SCAN") && grows(step)) || sortsAll(step))
    .map(({ detail }) => `${detail}: ${sql}`);
}

function countParameters(sql: string): number {
  const numbers = [...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
  return numbers.length > 0 ? Math.max(...numbers) : sql.split("?").length - 1;
}
