import { expect, test } from "bun:test";
import { postgresFailures, redisFailures } from "./failure-classes.ts";
import { Health } from "./health.ts";

/** Creates a health record with a stopped clock. Returns its log too. */
function observed() {
  const lines: [level: string, message: string, fields: object | undefined][] = [];
  const at = (level: string) => (message: string, fields?: object) =>
    void lines.push([level, message, fields]);
  const clock = { now: 1000 };
  const health = new Health(
    { info: at("info"), warn: at("warn"), error: at("error") },
    { clock: () => clock.now },
  );
  return { health, lines, clock, active: () => health.active().map(({ failure }) => failure) };
}

test("a failure is logged when it starts and ends, and counted each time", () => {
  const { health, lines, clock } = observed();
  health.use("redis");
  for (let times = 0; times < 3; times++)
    health.fail(redisFailures.out_of_memory, new Error("OOM command not allowed"));
  clock.now = 3500;
  health.recover("redis");
  health.recover("redis");
  expect(lines).toEqual([
    [
      "error",
      "The Redis server fails: its memory is full (maxmemory)",
      { backend: "redis", class: "out_of_memory", cause: "Error: OOM command not allowed" },
    ],
    ["info", "The Redis server works again", { backend: "redis", seconds: 2.5 }],
  ]);
  const number = health.numbers().find(({ failure }) => failure === redisFailures.out_of_memory);
  expect(number).toMatchObject({ isActive: false, count: 3 });
});

test("another class replaces the earlier one, and warnings stay", () => {
  const { health, active } = observed();
  health.warn(redisFailures.evicts_keys, true);
  health.fail(postgresFailures.disk_full);
  health.fail(redisFailures.no_answer);
  health.fail(redisFailures.loading);
  expect(active()).toEqual([
    redisFailures.evicts_keys,
    postgresFailures.disk_full,
    redisFailures.loading,
  ]);
  health.recover("redis");
  expect(active()).toEqual([redisFailures.evicts_keys, postgresFailures.disk_full]);
  health.warn(redisFailures.evicts_keys, false);
  expect(active()).toEqual([postgresFailures.disk_full]);
});

test("a failure of one response is counted and logged once, and doesn't affect others", () => {
  const { health, lines, active } = observed();
  for (let times = 0; times < 2; times++) health.count(redisFailures.unexpected);
  expect(active()).toEqual([]);
  expect(lines).toHaveLength(1);
});

test("the last failure stays known after it ended, so that what it broke has a reason", () => {
  const { health, clock } = observed();
  expect(health.last()).toEqual([]);
  health.fail(postgresFailures.disk_full);
  health.recover("postgres");
  expect(health.last()).toEqual([{ failure: postgresFailures.disk_full, since: 1000 }]);
  clock.now = 2000;
  health.count(postgresFailures.unreachable);
  expect(health.active()).toEqual([]);
  expect(health.last()).toEqual([{ failure: postgresFailures.unreachable, since: 2000 }]);
});

test("only servers in use are in the metrics", () => {
  const { health } = observed();
  expect(health.numbers()).toEqual([]);
  health.use("redis");
  expect(health.numbers().map(({ failure }) => failure)).toEqual(Object.values(redisFailures));
});

test("every failed response is counted by its class", () => {
  const { health } = observed();
  const counts = () =>
    health.numbers().flatMap(({ failure, count }) => (count > 0 ? [[failure.name, count]] : []));
  expect(health.numbers()).toEqual([]);
  health.use("redis");
  expect([health.numbers().length > 5, counts()]).toEqual([true, []]);
  health.count(redisFailures.unexpected);
  health.count(redisFailures.unexpected);
  health.fail(redisFailures.loading);
  for (const holds of [true, true, false, true]) health.warn(redisFailures.evicts_keys, holds);
  expect(counts()).toEqual([
    ["loading", 1],
    ["unexpected", 2],
    ["evicts_keys", 2],
  ]);
});

test("the last failure and a backend's outage are known", () => {
  const { health, clock } = observed();
  expect([health.last(), health.outage("redis")]).toEqual([[], undefined]);
  health.warn(redisFailures.evicts_keys, true);
  health.count(redisFailures.unexpected);
  expect(health.last()).toEqual([{ failure: redisFailures.unexpected, since: 1000 }]);
  expect(health.outage("redis")).toBeUndefined();
  clock.now = 2000;
  health.fail(redisFailures.loading);
  expect(health.outage("redis")).toBe(redisFailures.loading);
  expect(health.outage("postgres")).toBeUndefined();
  health.recover("redis");
  expect(health.last()).toEqual([{ failure: redisFailures.loading, since: 2000 }]);
  expect(health.outage("redis")).toBeUndefined();
});

test("an outage lasts tenths of a second from its first failure", () => {
  const { health, lines, clock } = observed();
  health.fail(postgresFailures.disk_full);
  clock.now = 12_349;
  health.fail(postgresFailures.disk_full);
  health.recover("postgres");
  expect(lines.at(-1)?.[2]).toEqual({ backend: "postgres", seconds: 11.3 });
});

test("backends are checked each second by default", () => {
  const log = { info() {}, warn() {}, error() {} };
  expect([new Health(log).checkMs, new Health(log, { checkMs: 20 }).checkMs]).toEqual([1000, 20]);
});
