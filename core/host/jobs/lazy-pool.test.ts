import { expect, test } from "bun:test";
import { quietLog } from "../../platform/log/log.ts";
import { loadPlugin } from "../load/load-plugin.ts";
import { LazyPool } from "./lazy-pool.ts";

test("a pool has no processes before its first job, and nothing to close", async () => {
  const labour = await loadPlugin(`${import.meta.dir}/fixtures/labour`);
  const route = labour.routes.find(({ file }) => file === "self.get.ts");
  if (!route) throw new Error("There is no such route");
  const createTestDoors = () => ({ env: {} }) as never;
  const pool = new LazyPool({
    size: 1,
    queueMax: 1,
    getDoors: createTestDoors,
    trusted: () => [],
    log: quietLog,
  });
  expect(pool.stats()).toEqual([]);
  await pool.close(0);
  const { signal } = new AbortController();
  const caller = { id: undefined, address: "192.0.2.1", userAgent: "", referrer: "" };
  const call = {
    signal,
    caller,
    origin: "http://localhost",
    publicAddress: async (path: string) => path,
    progress() {},
  };
  const { body } = await pool.runInJob({ plugin: labour, route }, {}, call);
  expect(body).toMatchObject({ jobs: 1 });
  expect(pool.stats()).toMatchObject([{ plugin: undefined, processes: 1 }]);
  await pool.close(0);
  await expect(pool.runInJob({ plugin: labour, route }, {}, call)).rejects.toMatchObject({
    code: "draining",
  });
});
