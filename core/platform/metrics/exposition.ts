/** A sample of a metric, with its labels. */
interface Sample {
  labels?: Readonly<Record<string, string>>;
  /** The suffix of the metric's name, for metrics with several series, such as `_bucket`. */
  suffix?: string;
  value: number;
}

/** A metric. */
export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

/** Metrics and results of one process. */
export interface OwnNumbers {
  readonly metrics: readonly Metric[];
  /** The results of its components. Only the status page knows its structure. */
  readonly evidence: unknown;
}

/** The numbers of one of several processes. */
export interface ProcessNumbers extends OwnNumbers {
  /** The index of the process, from 1. Its replacement has the same index. */
  readonly process: number;
}

/** Merges the metrics of several processes, with the process as a label. */
export function mergeProcesses(all: readonly Omit<ProcessNumbers, "evidence">[]): Metric[] {
  const merged = new Map<string, Metric>();
  for (const { process, metrics } of all)
    for (const metric of metrics) {
      const samples = metric.samples.map((sample) => ({
        ...sample,
        labels: { process: String(process), ...sample.labels },
      }));
      const before = merged.get(metric.name)?.samples ?? [];
      merged.set(metric.name, { ...metric, samples: [...before, ...samples] });
    }
  return [...merged.values()];
}

/** Formats metrics in Prometheus's text format, version 0.0.4. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics.map(formatMetric).join("");
}

function formatMetric({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ labels = {}, suffix = "", value }) => `${name}${suffix}${formatLabels(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
