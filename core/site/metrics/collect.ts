import type { Datasets } from "../../host/datasets/datasets.ts";
import type { QueueStats } from "../../host/jobs/fair-queue.ts";
import type { WorkerGroupStats } from "../../host/jobs/pool.ts";
import type { Schedule } from "../../host/schedule/schedule.ts";
import type { Upstream, UpstreamState } from "../../host/upstreams/upstream.ts";
import type { FailureClass } from "../../platform/health/failure-classes.ts";
import type { Health } from "../../platform/health/health.ts";
import type { LateCount } from "../../platform/log/late-failures.ts";
import type { Answers } from "../../platform/metrics/answers.ts";
import type { Metric } from "../../platform/metrics/exposition.ts";
import { boundsMs, type Histogram, type Histograms } from "../../platform/metrics/histogram.ts";
import { type Component, componentStates } from "../incidents/status.ts";

/** The sources of the metrics. */
export interface MetricSources {
  startedAt: number;
  version: string;
  now: number;
  /** The number of running services, and of plugin folders that failed to load. */
  services: { served: number; left_out: number };
  isStoreWritable: boolean;
  /** Undefined without a Redis server. */
  isRedisUp?: boolean | undefined;
  /** The failure classes of the servers that the hub depends on. */
  failures: ReturnType<Health["numbers"]>;
  answers: Answers;
  jobs: readonly WorkerGroupStats[];
  jobWaits: Histograms<"group">;
  /** The queue for browser pages. */
  pages: QueueStats;
  pageWaits: Histogram;
  upstreams: readonly UpstreamState[];
  upstreamTimes: readonly Pick<Upstream, "host" | "times">[];
  datasets: Datasets;
  late: readonly LateCount[];
  cron: ReturnType<Schedule["counts"]>;
}

/** Collects all metrics. Labels are routes and hosts, never values that a caller sent. */
export function collect(sources: MetricSources): Metric[] {
  return [
    ...buildProcessMetrics(sources),
    ...buildHubMetrics(sources),
    ...buildBackendMetrics(sources),
    ...buildAnswerMetrics(sources),
    ...buildJobMetrics(sources),
    ...buildPageMetrics(sources),
    ...buildUpstreamMetrics(sources),
    ...buildDatasetMetrics(sources),
    buildLateFailureMetric(sources),
    buildCronMetric(sources),
  ];
}

function buildProcessMetrics({ version, startedAt }: MetricSources): Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("hub_info", "Version of the hub", [{ labels: { version }, value: 1 }]),
    gauge("process_start_time_seconds", "Start time of the hub, in seconds since 1970", [
      { value: startedAt / 1000 },
    ]),
    gauge("process_resident_memory_bytes", "Resident memory of the process", [{ value: rss }]),
    gauge("process_heap_bytes", "JavaScript heap in use", [{ value: heapUsed }]),
    counter("process_cpu_seconds_total", "CPU time used, user and system", [
      { value: (user + system) / 1e6 },
    ]),
  ];
}

function buildHubMetrics({ services, isStoreWritable, isRedisUp }: MetricSources): Metric[] {
  return [
    gauge(
      "hub_services",
      "Running services, and plugin folders that failed to load (left_out)",
      Object.entries(services).map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge("hub_store_writable", "1 if the store is writable, 0 if not", [
      { value: isStoreWritable ? 1 : 0 },
    ]),
    ...(isRedisUp === undefined
      ? []
      : [
          gauge("hub_redis_up", "1 if the Redis server responds, 0 if not", [
            { value: isRedisUp ? 1 : 0 },
          ]),
        ]),
  ];
}

function buildBackendMetrics({ failures }: MetricSources): Metric[] {
  const toLabels = ({ backend, name }: FailureClass) => ({ backend, class: name });
  return [
    gauge(
      "hub_backend_failing",
      "1 if the backend is failing with this failure class, 0 if not",
      failures.map(({ failure, isActive }) => ({
        labels: toLabels(failure),
        value: isActive ? 1 : 0,
      })),
    ),
    counter(
      "hub_backend_failures_total",
      "Failures of backends, by failure class",
      failures.map(({ failure, count }) => ({ labels: toLabels(failure), value: count })),
    ),
  ];
}

function buildAnswerMetrics({ answers }: MetricSources): Metric[] {
  return [
    counter(
      "hub_answers_total",
      "Responses by route and status class",
      answers.all().map(({ service, route, statusClass, count }) => ({
        labels: { service, route, status: statusClass },
        value: count,
      })),
    ),
    histogram(
      "hub_answer_seconds",
      "Response time until the response is ready to send, or until a stream starts",
      answers.times.all(),
    ),
    counter(
      "hub_refusals_total",
      "Error responses by error code",
      answers.refusals.all().map(({ service, code, count }) => ({
        labels: { service, code },
        value: count,
      })),
    ),
  ];
}

function buildJobMetrics({ jobs, jobWaits }: MetricSources): Metric[] {
  const by = (key: "processes" | "running" | "queued" | "oldestWaitMs") =>
    jobs.map((group) => ({ labels: { group: group.plugin ?? "shared" }, value: group[key] }));
  return [
    gauge("hub_job_processes", "Job processes", by("processes")),
    gauge("hub_jobs_running", "Running jobs", by("running")),
    gauge("hub_jobs_queued", "Jobs waiting for a process", by("queued")),
    gauge(
      "hub_jobs_oldest_wait_seconds",
      "Longest current queue wait of a job",
      by("oldestWaitMs").map((sample) => ({ ...sample, value: sample.value / 1000 })),
    ),
    histogram(
      "hub_job_wait_seconds",
      "Queue wait of jobs, including jobs that never got a process",
      jobWaits.all(),
    ),
  ];
}

function buildPageMetrics({
  pages: { running, queued, oldestWaitMs },
  pageWaits,
}: MetricSources): Metric[] {
  return [
    gauge("hub_pages_running", "Open browser pages", [{ value: running }]),
    gauge("hub_pages_queued", "Calls waiting for a browser page", [{ value: queued }]),
    gauge("hub_pages_oldest_wait_seconds", "Longest current queue wait for a browser page", [
      { value: oldestWaitMs / 1000 },
    ]),
    histogram(
      "hub_page_wait_seconds",
      "Queue wait for a browser page, including calls that never got one",
      [{ labels: {}, histogram: pageWaits }],
    ),
  ];
}

const states = { closed: 0, half_open: 1, open: 2 };

function buildUpstreamMetrics({ upstreams, upstreamTimes }: MetricSources): Metric[] {
  return [
    gauge(
      "hub_upstream_state",
      "Circuit breaker of an upstream host: 0 closed, 1 half-open, 2 open",
      upstreams.map(({ host, state }) => ({ labels: { host }, value: states[state] })),
    ),
    counter(
      "hub_upstream_requests_total",
      "Requests for an upstream host, by outcome",
      upstreams.flatMap(({ host, counts }) =>
        Object.entries(counts).map(([outcome, value]) => ({ labels: { host, outcome }, value })),
      ),
    ),
    histogram(
      "hub_upstream_seconds",
      "Response time of an upstream host, sources per attempt",
      upstreamTimes.map(({ host, times }) => ({ labels: { host }, histogram: times })),
    ),
  ];
}

function buildDatasetMetrics({ datasets, now }: MetricSources): Metric[] {
  const current = datasets.ids.map((id) => ({ id, about: datasets.current(id)?.about }));
  return [
    gauge(
      "hub_dataset_age_seconds",
      "Age of a dataset, from its build date",
      current.flatMap(({ id, about }) =>
        // Data that is never due doesn't age.
        about && datasets.dueAt(id) !== undefined
          ? [{ labels: { dataset: id }, value: (now - Date.parse(about.build_date)) / 1000 }]
          : [],
      ),
    ),
    gauge(
      "hub_dataset_entries",
      "Entries in a dataset",
      current.flatMap(({ id, about }) =>
        typeof about?.entries === "number"
          ? [{ labels: { dataset: id }, value: about.entries }]
          : [],
      ),
    ),
  ];
}

/** Builds the metrics of components, for which all processes of a hub have one state. */
export function buildComponentMetrics(components: readonly Component[], now: number): Metric[] {
  return [
    gauge(
      "hub_component_state",
      "State of a service, host, dataset, engine or store: 0 not used yet, 1 operational, 2 degraded, 3 down",
      components.map(({ kind, name, state }) => ({
        labels: { kind, name },
        value: componentStates.indexOf(state),
      })),
    ),
    gauge(
      "hub_component_failing_seconds",
      "Time since a component started to fail, while it is degraded or down",
      components.flatMap(({ kind, name, since }) =>
        since === null ? [] : [{ labels: { kind, name }, value: Math.max(0, now - since) / 1000 }],
      ),
    ),
  ];
}

function buildLateFailureMetric({ late }: MetricSources): Metric {
  return counter(
    "hub_late_failures_total",
    "Unhandled errors in plugins",
    late.map(({ plugin = "unknown", count }) => ({ labels: { plugin }, value: count })),
  );
}

function buildCronMetric({ cron }: MetricSources): Metric {
  return counter(
    "hub_cron_runs_total",
    "Scheduled runs of plugins, by outcome",
    cron.flatMap(({ plugin, name, counts }) =>
      Object.entries(counts).map(([outcome, value]) => ({
        labels: { plugin, name, outcome },
        value,
      })),
    ),
  );
}

function gauge(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, help, type: "gauge", samples };
}

function counter(name: string, help: string, samples: Metric["samples"]): Metric {
  return { name, help, type: "counter", samples };
}

/** Builds a histogram in seconds, the unit that Prometheus expects. */
function histogram(
  name: string,
  help: string,
  histograms: readonly { labels: Readonly<Record<string, string>>; histogram: Histogram }[],
): Metric {
  const samples = histograms.flatMap(({ labels, histogram: { counts, sumMs } }) => {
    let count = 0;
    const buckets = [...counts].map((own, at) => {
      count += own;
      const boundMs = boundsMs[at];
      const le = boundMs === undefined ? "+Inf" : String(boundMs / 1000);
      return { suffix: "_bucket", labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { suffix: "_sum", labels, value: sumMs / 1000 },
      { suffix: "_count", labels, value: count },
    ];
  });
  return { name, help, type: "histogram", samples };
}
