import { afterAll, beforeAll, expect, test } from "bun:test";
import { json, waitMs } from "hub/testing";
import { dataFolder, runHub } from "./running-hub.ts";
import { startStandIns } from "./standins/server.ts";

const root = `${import.meta.dir}/..`;
const bundle = dataFolder();
const other = dataFolder();
const standIns = await startStandIns();
let hub: Awaited<ReturnType<typeof runHub>>;
let headers: Record<string, string>;
let output: string;

beforeAll(async () => {
  const env = {
    ...process.env,
    HUB_DATA: other.path,
    HUB_BUNDLED_DATA: bundle.path,
    HUB_UPSTREAMS: standIns.setting,
  };
  const child = Bun.spawn([process.execPath, "scripts/data.ts", "bundle"], {
    ...{ cwd: root, env, stdout: "pipe", stderr: "pipe" },
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  output = stdout + stderr;
  expect(await child.exited, output).toBe(0);
  hub = await runHub({ HUB_OFFLINE: "1", HUB_BUNDLED_DATA: bundle.path });
  headers = { "x-api-key": await hub.key() };
}, waitMs(60_000));
afterAll(async () => {
  await hub.stop();
  standIns.stop();
  bundle.remove();
  other.remove();
});

const get = async (path: string) => json(await hub.get(`/api/${path}`, headers));

test("a build downloads the data that it may redistribute, and names publisher and licence", () => {
  const ids = output.split("\n").map((line) => line.split(": ")[0]);
  expect(ids.filter(Boolean).sort()).toEqual([
    "currency/nbp",
    "currency/rates",
    "ip-geo/datacenters",
    "ip-geo/vpns",
  ]);
  expect(output).toContain("European Central Bank (Free to use when the source is named)");
});

test("a fresh hub without a network has the ECB's history, also in jobs", async () => {
  expect(await get("currency/latest?symbols=USD")).toMatchObject({ source: "ecb" });
  const series = await get(
    "currency/timeseries?start_date=2020-01-01&end_date=2020-03-31&symbols=USD",
  );
  expect(Object.keys(series.rates).length).toBeGreaterThan(60);
});
