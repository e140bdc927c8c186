import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isMissing } from "../../testing/missing.ts";
import { pluginFolder, removePluginFolders } from "../../testing/plugin-folder.ts";
import { runHub } from "../../testing/running-hub.ts";

const host = "api.example";

/** A service outside the hub's own folders, so that all of it runs as jobs. */
const folder = pluginFolder(
  {
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Asking", summary: "Asks.", permissions: { net: ["${host}"] },
  errors: { too_plain: { status: 422, title: "It is too plain" } },
});`,
    "routes/greet.get.ts": `import { t, HubError } from "hub";
import asking from "../plugin.ts";
export default asking.route({
  summary: "Ask", query: t.Object({ code: t.String({ maxLength: 40 }) }),
  response: t.Object({ status: t.Integer() }), example: { query: { code: "" } }, cache: "never",
  errors: ["too_plain"],
  async handler({ net, query: { code } }) {
    if (code) throw new HubError(code, "It was told to refuse", { status: 422 });
    return { status: (await net("https://${host}/")).status };
  },
});`,
  },
  "asking",
);
const upstream = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("fine") });
const token = "s3cret-token";
const operator = { authorization: `Bearer ${token}` };
let hub: Awaited<ReturnType<typeof runHub>>;
let told: Exposition;

beforeAll(async () => {
  hub = await runHub({
    HUB_METRICS_TOKEN: token,
    HUB_PLUGINS: dirname(folder),
    HUB_UPSTREAMS: `${host}=http://127.0.0.1:${upstream.port}`,
    HUB_TIERS: "free=20/500",
  });
  const key = { "x-api-key": await hub.key() };
  for (const code of ["", "", "too_plain", "made_up_by_a_plugin"])
    await hub.get(`/api/asking/greet?code=${code}`, key);
  await hub.get("/api/dev/hash/sha256?text=hello", key);
  await hub.get("/api/dev/hash/sha256?text=hello", { "x-api-key": "hub_nobody" });
  await hub.get("/nothing/here");
  told = parse(await (await hub.get("/metrics", operator)).text());
});

afterAll(async () => {
  await hub.stop();
  await upstream.stop(true);
  removePluginFolders();
});

test("takes the token with a scheme in any case, and nothing else", async () => {
  const read = async (authorization: string) =>
    (await hub.get("/metrics", { authorization })).status;
  expect(await read(`bearer ${token}`)).toBe(200);
  for (const wrong of [token, `Basic ${token}`, `Bearer ${token} ${token}`, "Bearer", "Bearer x"])
    expect(await read(wrong)).toBe(401);
});

/** Parsed metrics: the type of each by name, and the samples. */
interface Exposition {
  types: Map<string, string>;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

function parse(text: string): Exposition {
  const types = new Map<string, string>();
  const samples: Exposition["samples"] = [];
  for (const line of text.split("\n").filter(Boolean)) {
    const [, typed = "", type = ""] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (typed) types.set(typed, type);
    if (line.startsWith("#")) continue;
    const [, name = "", written = "", value = ""] =
      /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    expect(name, line).not.toBe("");
    const labels = [...written.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    samples.push({
      name,
      labels: Object.fromEntries(labels.map(([, label = "", text = ""]) => [label, text])),
      value: Number(value),
    });
  }
  return { types, samples };
}

function read(name: string, labels: Record<string, string>): number | undefined {
  return told.samples.find(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

test("the times of responses, jobs and upstreams are exported as histograms", () => {
  expect(read("hub_answer_seconds_count", { service: "asking", method: "GET" })).toBe(4);
  expect(read("hub_answer_seconds_count", { service: "dev", method: "GET" })).toBe(1);
  expect(read("hub_job_wait_seconds_count", { group: "asking" })).toBe(4);
  expect(read("hub_upstream_seconds_count", { host })).toBe(2);
  expect(read("hub_page_wait_seconds_count", {})).toBe(0);
});

test("each histogram is cumulative up to its count", () => {
  const histograms = [...told.types].filter(([, type]) => type === "histogram");
  expect(histograms.map(([name]) => name)).toEqual([
    "hub_answer_seconds",
    "hub_job_wait_seconds",
    "hub_page_wait_seconds",
    "hub_upstream_seconds",
  ]);
  for (const [name] of histograms)
    for (const { labels, value: count } of told.samples.filter(
      (sample) => sample.name === `${name}_count`,
    )) {
      const buckets = told.samples.filter(
        (sample) =>
          sample.name === `${name}_bucket` &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
      const bounds = buckets.map(({ labels: { le } }) => (le === "+Inf" ? Infinity : Number(le)));
      expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
      const counts = buckets.map(({ value }) => value);
      expect(counts).toEqual(counts.toSorted((one, other) => one - other));
      expect(counts.at(-1)).toBe(count);
      expect(read(`${name}_sum`, labels)).toBeGreaterThanOrEqual(0);
    }
});

test("rejections are counted by service and code, and a plugin's invented codes aren't labels", () => {
  const refused = told.samples.filter(({ name }) => name === "hub_refusals_total");
  expect(refused.map(({ labels, value }) => [labels.service, labels.code, value])).toEqual([
    ["asking", "too_plain", 1],
    ["asking", "other", 1],
    ["dev", "invalid_api_key", 1],
    ["hub", "not_found", 1],
  ]);
});

const ops = `${import.meta.dir}/../../../ops`;
const dashboard = await Bun.file(`${ops}/grafana-dashboard.json`).json();
const rules = Bun.YAML.parse(await Bun.file(`${ops}/alerts.yaml`).text()) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
};
const alerts = rules.groups.flatMap(({ rules }) => rules);
const expressions: [string, string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(
    ({ title, targets }: { title: string; targets: { expr: string }[] }) =>
      targets.map(({ expr }) => [title, expr]),
  ),
];

describe("the dashboard and the alert rules", () => {
  test.each(expressions)("%s: every metric and label is one that the hub exports", (_, expr) => {
    const uses = [...expr.matchAll(/\b((?:hub|process)_\w+)(?:\{([^}]*)\})?/g)];
    expect(uses.length).toBeGreaterThan(0);
    const labels = new Set<string>();
    for (const [, name = "", matchers = ""] of uses) {
      const metric = told.types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/, "");
      const types = metric === name ? ["counter", "gauge"] : ["histogram"];
      expect(types, name).toContain(told.types.get(metric) ?? "none");
      const samples = told.samples.filter((sample) => sample.name === name);
      for (const sample of samples)
        for (const label of Object.keys(sample.labels)) labels.add(label);
      if (samples.length === 0) continue;
      for (const [, label = ""] of matchers.matchAll(/(\w+)=/g))
        expect(Object.keys(samples[0]?.labels ?? {}), name).toContain(label);
    }
    if (labels.size === 0) return;
    for (const [, by = ""] of expr.matchAll(/by \(([^)]*)\)/g))
      for (const label of by.split(", ")) {
        // Prometheus itself adds instance and job.
        if (label !== "instance" && label !== "job") expect([...labels], expr).toContain(label);
      }
  });

  test("name each alert and each panel once, and describe each alert", () => {
    const names = alerts.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const { annotations } of alerts) expect(annotations.summary).toBeTruthy();
    const panels: { id: number; title: string }[] = dashboard.panels;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });
});

test("docs/OPERATING.md names every alert and every metric", async () => {
  const guide = await Bun.file(`${import.meta.dir}/../../../docs/OPERATING.md`).text();
  for (const { alert } of alerts) expect(guide).toContain(`\`${alert}\``);
  for (const name of told.types.keys())
    expect(guide).toContain(name.startsWith("process_") ? "`process_*`" : `\`${name}\``);
});

describe.skipIf(isMissing("promtool", { from: "prometheus" }))("promtool", () => {
  test("accepts the rules", async () => {
    const { exitCode, out } = await promtool(["check", "rules", `${ops}/alerts.yaml`]);
    expect(exitCode, out).toBe(0);
    expect(out).toContain(`${alerts.length} rules found`);
  });

  test("finds no error in the output of /metrics", async () => {
    const text = await (await hub.get("/metrics", operator)).text();
    expect(await promtool(["check", "metrics"], text)).toEqual({ exitCode: 0, out: "" });
  });

  test("fires the expected alerts", async () => {
    const dir = mkdtempSync(join(tmpdir(), "utilhub-rules-"));
    const path = join(dir, "cases.json");
    await Bun.write(path, JSON.stringify(ruleCases));
    const { exitCode, out } = await promtool(["test", "rules", path]);
    rmSync(dir, { recursive: true });
    expect(exitCode, out).toBe(0);
  });
});

/** Samples of Prometheus, and the alerts that they must trigger. */
const ruleCases = {
  rule_files: [`${ops}/alerts.yaml`],
  evaluation_interval: "1m",
  tests: [
    {
      interval: "1m",
      input_series: [
        { series: 'up{job="utilhub",instance="a"}', values: "1x30" },
        { series: 'up{job="utilhub",instance="b"}', values: "1x10 0x20" },
        { series: 'up{job="another",instance="c"}', values: "0x30" },
        { series: 'hub_info{job="utilhub",version="1",instance="a"}', values: "1x30" },
        { series: 'hub_info{job="utilhub",version="1",instance="b"}', values: "1x10 stale" },
        {
          series: 'hub_backend_failing{backend="redis",class="out_of_memory",instance="a"}',
          values: "0x10 1x20",
        },
        { series: 'hub_store_writable{instance="a"}', values: "1x10 0x20" },
        {
          series: 'hub_answers_total{service="ai",route="GET /x",status="2xx"}',
          values: "0+10x30",
        },
        { series: 'hub_answers_total{service="ai",route="GET /x",status="5xx"}', values: "0+5x30" },
        {
          series: 'hub_answers_total{service="qr",route="GET /y",status="2xx"}',
          values: "0+10x30",
        },
        { series: 'hub_component_state{kind="host",name="api.example"}', values: "3x30" },
        { series: 'hub_component_state{kind="host",name="good.example"}', values: "1x30" },
        { series: 'hub_job_wait_seconds_bucket{group="shared",le="10"}', values: "0+1x30" },
        { series: 'hub_job_wait_seconds_bucket{group="shared",le="30"}', values: "0+10x30" },
        { series: 'hub_job_wait_seconds_bucket{group="shared",le="+Inf"}', values: "0+10x30" },
      ],
      promql_expr_test: [
        ["HubGone", 1],
        ["HubAllGone", 0],
        ["HubBackendFails", 1],
        ["HubStoreNotWritable", 1],
        ["HubFails", 1],
        ["HubUpstreamLeftAlone", 1],
        ["HubJobsWait", 1],
        ["HubTurnsAway", 0],
      ].map(([alert, count]) => ({
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
        eval_time: "29m",
        exp_samples: [{ labels: "{}", value: count }],
      })),
    },
    {
      interval: "1m",
      input_series: [{ series: 'up{job="another",instance="c"}', values: "0x30" }],
      promql_expr_test: [
        ["HubGone", 0],
        ["HubAllGone", 1],
      ].map(([alert, count]) => ({
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
        eval_time: "29m",
        exp_samples: [{ labels: "{}", value: count }],
      })),
    },
  ],
};

async function promtool(args: string[], input = "") {
  const child = Bun.spawn(["promtool", ...args], {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, out: out + err };
}
