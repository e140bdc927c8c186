import { afterAll, beforeAll, expect, test } from "bun:test";
import { relative } from "node:path";
import { json, waitMs } from "hub/testing";
import { loadConfig } from "../core/app/config.ts";
import { dataFolder, runHub } from "../core/testing/running-hub.ts";
import { startStandIns } from "./standins/server.ts";

const root = `${import.meta.dir}/..`;
const dockerfile = await Bun.file(`${root}/Dockerfile`).text();
const bundle = dataFolder();
const other = dataFolder();
const standIns = await startStandIns();
let hub: Awaited<ReturnType<typeof runHub>>;
let headers: Record<string, string>;
let output: string;

beforeAll(async () => {
  const { env: set, args } = readBuildStep();
  const env = {
    ...process.env,
    ...set,
    // Elsewhere than in the image.
    HUB_DATA: other.path,
    HUB_BUNDLED_DATA: bundle.path,
    HUB_UPSTREAMS: standIns.setting,
  };
  const child = Bun.spawn([process.execPath, ...args], {
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

/** Returns the step of the image's build that downloads data. */
function readBuildStep() {
  const steps = dockerfile.replaceAll("\\\n", " ").split(/\n|&&/);
  const [step = "", ...others] = steps.filter((line) => line.includes("scripts/data.ts bundle"));
  expect(others).toEqual([]);
  const words = step.replace(/^RUN /, "").trim().split(" ");
  const at = words.indexOf("bun");
  const env = words.slice(0, at).map((word) => word.split("=") as [string, string]);
  return { env: Object.fromEntries(env), args: words.slice(at + 1) };
}

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

test("the image stores it outside its volume, and the Debian package runs the same step", async () => {
  const { env, args } = readBuildStep();
  const { bundled } = loadConfig(env);
  const [, folder = ""] = /^WORKDIR (\S+)$/m.exec(dockerfile) ?? [];
  const [, volume = ""] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? [];
  // Relative to the hub's own folder, which the image copies.
  expect(relative(root, bundled)).toBe("bundled");
  expect(`${folder}/bundled`.startsWith(`${volume}/`)).toBe(false);
  expect(dockerfile).toContain(`COPY --from=packages ${folder} ${folder}`);
  expect(await Bun.file(`${root}/scripts/deb.ts`).text()).toContain(args.join(" "));
});

test("a fresh hub without a network has the ECB's history, also in jobs", async () => {
  expect(await get("currency/latest?symbols=USD")).toMatchObject({ source: "ecb" });
  const series = await get(
    "currency/timeseries?start_date=2020-01-01&end_date=2020-03-31&symbols=USD",
  );
  expect(Object.keys(series.rates).length).toBeGreaterThan(60);
});

test("a fresh hub without a network has another bank's history", async () => {
  const day = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10);
  const { rates, origins } = await get(
    `currency/historical/${day}?sources=central_banks&symbols=AED`,
  );
  expect([typeof rates.AED, origins.AED.source]).toEqual(["number", "nbp"]);
});

test("a fresh hub without a network has lists of networks and of email domains, with their age", async () => {
  const { lists } = await get("ip-geo/security/8.8.8.8");
  const asked = lists.filter(({ asked }: { asked: boolean }) => asked);
  expect(asked.map(({ name }: { name: string }) => name)).toEqual([
    "X4BNet VPN",
    "X4BNet datacenter",
  ]);
  for (const { as_of, entries } of asked) {
    expect(as_of).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(entries).toBeGreaterThan(0);
  }
  const { is_disposable, dns_checked } = await get("email/validate/ann@mailinator.com");
  expect([is_disposable, dns_checked]).toEqual([true, false]);
});
