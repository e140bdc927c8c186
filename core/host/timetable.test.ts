import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import type { LoadedPlugin } from "./plugin/loaded-plugin.ts";
import { Timetable } from "./timetable.ts";

/** Returns the crons that are registered with an app. */
function getCrons(app: Elysia) {
  const { cron = {} } = app.store as {
    cron?: Record<string, { trigger(): Promise<void>; nextRun(): Date | null }>;
  };
  return cron;
}

/** Returns the names of the scheduled crons. */
function waiting(app: Elysia): string[] {
  const crons = Object.entries(getCrons(app));
  return crons.flatMap(([name, one]) => (one.nextRun() === null ? [] : [name])).sort();
}

function pluginWith(name: string, pattern: string) {
  const tasks = [
    { kind: "cron", name: "daily", pattern, summary: "" },
    { kind: "migration", name: "1", summary: "" },
  ];
  return { name, tasks } as unknown as LoadedPlugin;
}

test("scheduled work stops with the timetable", async () => {
  let count = 0;
  const done = Promise.withResolvers<void>();
  const run = () => {
    count++;
    done.resolve();
  };
  const timetable = new Timetable();
  timetable.serve(new Elysia(), []);
  // Every second.
  const stop = timetable.start({
    jobs: [{ name: "job", pattern: "* * * * * *", run }],
    runDue() {},
  });
  await done.promise;
  stop();
  const before = count;
  await Bun.sleep(1100);
  expect([before, count]).toEqual([1, 1]);
});

test("registers jobs and tasks of plugins with the app, in UTC, once it starts", async () => {
  const ran: string[] = [];
  const app = new Elysia();
  const timetable = new Timetable();
  timetable.serve(app, [pluginWith("news", "30 4 * * *")]);
  expect(waiting(app)).toEqual([]);
  const stop = timetable.start({
    jobs: [{ name: "sweep", pattern: "0 0 * * *", run: () => void ran.push("sweep") }],
    runDue: () => void ran.push("due"),
  });
  expect(waiting(app)).toEqual(["news/daily", "sweep"]);
  const next = getCrons(app)["news/daily"]?.nextRun();
  expect([next?.getUTCHours(), next?.getUTCMinutes()]).toEqual([4, 30]);
  for (const name of ["news/daily", "sweep"]) await getCrons(app)[name]?.trigger();
  expect(ran).toEqual(["due", "sweep"]);
  stop();
  expect(waiting(app)).toEqual([]);
});

test("new plugins are registered with their app, and the earlier app is stopped", () => {
  const [first, second] = [new Elysia(), new Elysia()];
  const timetable = new Timetable();
  timetable.serve(first, [pluginWith("news", "30 4 * * *")]);
  const stop = timetable.start({
    jobs: [{ name: "sweep", pattern: "0 0 * * *", run() {} }],
    runDue() {},
  });
  timetable.serve(second, [pluginWith("mail", "0 5 * * *")]);
  expect(waiting(first)).toEqual([]);
  expect(waiting(second)).toEqual(["mail/daily", "sweep"]);
  stop();
  timetable.serve(first, [pluginWith("news", "30 4 * * *")]);
  expect([...waiting(first), ...waiting(second)]).toEqual([]);
});

test("an app responds as before while work is registered with it", async () => {
  const app = new Elysia();
  app.get("/", () => "answer");
  const timetable = new Timetable();
  timetable.serve(app, []);
  const get = async () => (await app.fetch(new Request("http://localhost/"))).text();
  expect(await get()).toBe("answer");
  const stop = timetable.start({
    jobs: [{ name: "sweep", pattern: "0 0 * * *", run() {} }],
    runDue() {},
  });
  expect(await get()).toBe("answer");
  stop();
});
