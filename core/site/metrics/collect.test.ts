import { expect, test } from "bun:test";
import type { Datasets } from "../../host/datasets/datasets.ts";
import { Answers } from "../../platform/metrics/answers.ts";
import { exposition } from "../../platform/metrics/exposition.ts";
import { Histogram, Histograms } from "../../platform/metrics/histogram.ts";
import { collect, type MetricSources } from "./collect.ts";

const now = Date.UTC(2026, 0, 2);
const datasets = {
  ids: ["currency/rates", "ip-geo/cities", "pdf/ocr-languages"],
  current: (id: string) =>
    id === "ip-geo/cities"
      ? undefined
      : { about: { build_date: "2026-01-01T00:00:00.000Z", entries: 31 } },
  dueAt: (id: string) => (id === "pdf/ocr-languages" ? undefined : now),
} as unknown as Datasets;

/** Returns the metric lines of a hub with known values. */
function collectLines(changes: Partial<MetricSources> = {}): string[] {
  const measured: MetricSources = {
    startedAt: now - 60_000,
    version: "1.2.3",
    now,
    services: { served: 13, left_out: 1 },
    isStoreWritable: true,
    failures: [],
    answers: new Answers(),
    jobs: [{ plugin: undefined, processes: 2, running: 1, queued: 3, oldestWaitMs: 1500 }],
    jobWaits: new Histograms(),
    pages: { running: 4, queued: 5, oldestWaitMs: 2500 },
    pageWaits: new Histogram(),
    upstreams: [],
    upstreamTimes: [],
    datasets,
    late: [{ plugin: undefined, count: 2, lastAt: now }],
    cron: [],
    ...changes,
  };
  return exposition(collect(measured)).split("\n");
}

test("milliseconds are exported as seconds, and missing values aren't exported", () => {
  const lines = collectLines();
  for (const line of [
    'hub_info{version="1.2.3"} 1',
    `process_start_time_seconds ${(now - 60_000) / 1000}`,
    'hub_services{state="served"} 13',
    'hub_services{state="left_out"} 1',
    "hub_store_writable 1",
    'hub_jobs_running{group="shared"} 1',
    'hub_jobs_oldest_wait_seconds{group="shared"} 1.5',
    "hub_pages_queued 5",
    "hub_pages_oldest_wait_seconds 2.5",
    'hub_dataset_age_seconds{dataset="currency/rates"} 86400',
    'hub_dataset_entries{dataset="currency/rates"} 31',
    'hub_late_failures_total{plugin="unknown"} 2',
  ])
    expect(lines).toContain(line);
  expect(lines.join("\n")).not.toContain("ip-geo/cities");
  // Data that is never due has no age.
  expect(lines.join("\n")).not.toContain('age_seconds{dataset="pdf/ocr-languages"}');
  expect(collectLines({ isStoreWritable: false })).toContain("hub_store_writable 0");
});

test("a histogram has cumulative buckets in seconds", () => {
  const pageWaits = new Histogram();
  for (const ms of [1, 1.5, 100, 1000, 60_000, 60_001]) pageWaits.observe(ms);
  expect(
    collectLines({ pageWaits }).filter((line) => line.startsWith("hub_page_wait_seconds")),
  ).toEqual([
    'hub_page_wait_seconds_bucket{le="0.001"} 1',
    'hub_page_wait_seconds_bucket{le="0.0025"} 2',
    'hub_page_wait_seconds_bucket{le="0.005"} 2',
    'hub_page_wait_seconds_bucket{le="0.01"} 2',
    'hub_page_wait_seconds_bucket{le="0.025"} 2',
    'hub_page_wait_seconds_bucket{le="0.05"} 2',
    'hub_page_wait_seconds_bucket{le="0.1"} 3',
    'hub_page_wait_seconds_bucket{le="0.25"} 3',
    'hub_page_wait_seconds_bucket{le="0.5"} 3',
    'hub_page_wait_seconds_bucket{le="1"} 4',
    'hub_page_wait_seconds_bucket{le="2.5"} 4',
    'hub_page_wait_seconds_bucket{le="5"} 4',
    'hub_page_wait_seconds_bucket{le="10"} 4',
    'hub_page_wait_seconds_bucket{le="30"} 4',
    'hub_page_wait_seconds_bucket{le="60"} 5',
    'hub_page_wait_seconds_bucket{le="+Inf"} 6',
    "hub_page_wait_seconds_sum 121.1035",
    "hub_page_wait_seconds_count 6",
  ]);
});

test("a host's state is a number that rises with severity, as the alerts expect", () => {
  const counts = { sent: 9, retried: 0, failed: 5, refused: 0, coalesced: 0, kept: 0, stale: 0 };
  const upstreams = (["closed", "half_open", "open"] as const).map((state) => ({
    ...{ host: `${state}.example`, state, counts },
    ...{ failures_in_a_row: 0, last_error: null, last_error_at: null },
  }));
  const lines = collectLines({ upstreams });
  expect(lines.filter((line) => line.startsWith("hub_upstream_state"))).toEqual([
    'hub_upstream_state{host="closed.example"} 0',
    'hub_upstream_state{host="half_open.example"} 1',
    'hub_upstream_state{host="open.example"} 2',
  ]);
  expect(lines).toContain('hub_upstream_requests_total{host="open.example",outcome="failed"} 5');
});

test("responses are counted by route and class of status, if there were any", () => {
  const answers = new Answers();
  const target = { service: "dev", route: "GET /api/dev/uuid" };
  answers.getCounted(target).counts[2] = 3;
  answers.getCounted(target).counts[5] = 1;
  answers.getCounted({ service: "dev", route: "GET /api/dev/other" }).counts;
  answers.getTimes(target).observe(2);
  answers.getTimes({ ...target, route: "GET /api/dev/other" }).observe(3);
  answers.refusals.count("busy", "dev");
  const lines = collectLines({ answers });
  expect(lines.filter((line) => line.startsWith("hub_answers_total"))).toEqual([
    'hub_answers_total{service="dev",route="GET /api/dev/uuid",status="2xx"} 3',
    'hub_answers_total{service="dev",route="GET /api/dev/uuid",status="5xx"} 1',
  ]);
  expect(lines).toContain('hub_answer_seconds_count{service="dev",method="GET"} 2');
  expect(lines).toContain('hub_refusals_total{service="dev",code="busy"} 1');
});
