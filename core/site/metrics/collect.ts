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

/** What the numbers are read off. */
export interface Measured {
  startedAt: number;
  version: string;
  now: number;
  /** How many services are served, and how many folders were left out. */
  services: { served: number; left_out: number };
  isStoreWritable: boolean;
  /** Nothing where there is no Redis server. */
  isRedisUp?: boolean | undefined;
  /** The failure classes of the servers that the hub depends on. */
  failures: ReturnType<Health["numbers"]>;
  answers: Answers;
  jobs: readonly WorkerGroupStats[];
  jobWaits: Histograms<"group">;
  /** The pages of the browser. */
  pages: QueueStats;
  pageWaits: Histogram;
  upstreams: readonly UpstreamState[];
  upstreamTimes: readonly Pick<Upstream, "host" | "times">[];
  datasets: Datasets;
  late: readonly LateCount[];
  cron: ReturnType<Schedule["counts"]>;
}

/** The state of the hub in numbers. Labels are routes and hosts, and never what a caller sent. */
export function collect(measured: Measured): Metric[] {
  return [
    ...ofProcess(measured),
    ...ofHub(measured),
    ...ofBackends(measured),
    ...ofAnswers(measured),
    ...ofJobs(measured),
    ...ofPages(measured),
    ...ofUpstreams(measured),
    ...ofDatasets(measured),
    ofLateFailures(measured),
    ofCron(measured),
  ];
}

function ofProcess({ version, startedAt }: Measured): Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge("hub_info", "The version that runs", [{ labels: { version }, value: 1 }]),
    gauge("process_start_time_seconds", "When the hub started", [{ value: startedAt / 1000 }]),
    gauge("process_resident_memory_bytes", "Resident memory", [{ value: rss }]),
    gauge("process_heap_bytes", "Memory of JavaScript", [{ value: heapUsed }]),
    counter("process_cpu_seconds_total", "Time on the processor", [
      { value: (user + system) / 1e6 },
    ]),
  ];
}

function ofHub({ services, isStoreWritable, isRedisUp }: Measured): Metric[] {
  return [
    gauge(
      "hub_services",
      "Services that are served, and folders that were left out",
      Object.entries(services).map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge("hub_store_writable", "1: the store can be written, 0: it cannot", [
      { value: isStoreWritable ? 1 : 0 },
    ]),
    ...(isRedisUp === undefined
      ? []
      : [
          gauge("hub_redis_up", "1: the Redis server answers, 0: it does not", [
            { value: isRedisUp ? 1 : 0 },
          ]),
        ]),
  ];
}

function ofBackends({ failures }: Measured): Metric[] {
  const labelsOf = ({ backend, name }: FailureClass) => ({ backend, class: name });
  return [
    gauge(
      "hub_backend_failing",
      "1: a server that the hub depends on fails in this way, 0: it does not",
      failures.map(({ failure, isActive }) => ({
        labels: labelsOf(failure),
        value: isActive ? 1 : 0,
      })),
    ),
    counter(
      "hub_backend_failures_total",
      "Failed answers of servers that the hub depends on, by failure class",
      failures.map(({ failure, count }) => ({ labels: labelsOf(failure), value: count })),
    ),
  ];
}

function ofAnswers({ answers }: Measured): Metric[] {
  return [
    counter(
      "hub_answers_total",
      "Answers by route and status class",
      answers.all().map(({ service, route, statusClass, count }) => ({
        labels: { service, route, status: statusClass },
        value: count,
      })),
    ),
    histogram(
      "hub_answer_seconds",
      "How long answers took, until they could be sent; of streams until they began",
      answers.times.all(),
    ),
    counter(
      "hub_refusals_total",
      "Calls that were answered with a failure, by its code",
      answers.refusals.all().map(({ service, code, count }) => ({
        labels: { service, code },
        value: count,
      })),
    ),
  ];
}

function ofJobs({ jobs, jobWaits }: Measured): Metric[] {
  const by = (key: "processes" | "running" | "queued" | "oldestWaitMs") =>
    jobs.map((group) => ({ labels: { group: group.plugin ?? "shared" }, value: group[key] }));
  return [
    gauge("hub_job_processes", "Job processes there are", by("processes")),
    gauge("hub_jobs_running", "Jobs at work", by("running")),
    gauge("hub_jobs_queued", "Jobs that wait for a process", by("queued")),
    gauge(
      "hub_jobs_oldest_wait_seconds",
      "How long the job has waited that has waited longest",
      by("oldestWaitMs").map((sample) => ({ ...sample, value: sample.value / 1000 })),
    ),
    histogram(
      "hub_job_wait_seconds",
      "How long jobs waited for a process, those included that got none",
      jobWaits.all(),
    ),
  ];
}

function ofPages({ pages: { running, queued, oldestWaitMs }, pageWaits }: Measured): Metric[] {
  return [
    gauge("hub_pages_running", "Pages that the browser shows", [{ value: running }]),
    gauge("hub_pages_queued", "Calls that wait for a page", [{ value: queued }]),
    gauge("hub_pages_oldest_wait_seconds", "How long the call has waited that has waited longest", [
      { value: oldestWaitMs / 1000 },
    ]),
    histogram(
      "hub_page_wait_seconds",
      "How long calls waited for a page, those included that got none",
      [{ labels: {}, histogram: pageWaits }],
    ),
  ];
}

const states = { closed: 0, half_open: 1, open: 2 };

function ofUpstreams({ upstreams, upstreamTimes }: Measured): Metric[] {
  return [
    gauge(
      "hub_upstream_state",
      "0: asked, 1: tried again, 2: left alone as it kept failing",
      upstreams.map(({ host, state }) => ({ labels: { host }, value: states[state] })),
    ),
    counter(
      "hub_upstream_requests_total",
      "What became of the requests for a host",
      upstreams.flatMap(({ host, counts }) =>
        Object.entries(counts).map(([outcome, value]) => ({ labels: { host, outcome }, value })),
      ),
    ),
    histogram(
      "hub_upstream_seconds",
      "How long requests for a host took, each try by itself",
      upstreamTimes.map(({ host, times }) => ({ labels: { host }, histogram: times })),
    ),
  ];
}

function ofDatasets({ datasets, now }: Measured): Metric[] {
  const kept = datasets.ids.map((id) => ({ id, about: datasets.current(id)?.about }));
  return [
    gauge(
      "hub_dataset_age_seconds",
      "How old the newest part of a dataset is",
      kept.flatMap(({ id, about }) =>
        about
          ? [{ labels: { dataset: id }, value: (now - Date.parse(about.build_date)) / 1000 }]
          : [],
      ),
    ),
    gauge(
      "hub_dataset_entries",
      "How many entries a dataset has",
      kept.flatMap(({ id, about }) =>
        typeof about?.entries === "number"
          ? [{ labels: { dataset: id }, value: about.entries }]
          : [],
      ),
    ),
  ];
}

function ofLateFailures({ late }: Measured): Metric {
  return counter(
    "hub_late_failures_total",
    "What plugins threw where nobody waited for it",
    late.map(({ plugin = "unknown", count }) => ({ labels: { plugin }, value: count })),
  );
}

function ofCron({ cron }: Measured): Metric {
  return counter(
    "hub_cron_runs_total",
    "What became of the times that plugins' scheduled work was due",
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

/** In seconds, as Prometheus has all times. */
function histogram(
  name: string,
  help: string,
  kept: readonly { labels: Readonly<Record<string, string>>; histogram: Histogram }[],
): Metric {
  const samples = kept.flatMap(({ labels, histogram: { counts, sumMs } }) => {
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
