/** One number, and by which labels it is told from others of its name. */
interface Sample {
  labels?: Readonly<Record<string, string>>;
  /** What follows the name, where one metric is several numbers. */
  suffix?: string;
  value: number;
}

/** Numbers of one name. */
export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

/** What one of several processes measures. */
export interface ProcessNumbers {
  /** The place of the process among them, from 1 up: that of its successor, too. */
  readonly process: number;
  readonly metrics: readonly Metric[];
}

/** The metrics of several processes as those of one hub, each number labelled by whose it is. */
export function mergeProcesses(all: readonly ProcessNumbers[]): Metric[] {
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

/** Writes metrics as Prometheus reads them: its text format, version 0.0.4. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics.map(block).join("");
}

function block({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ labels = {}, suffix = "", value }) => `${name}${suffix}${writeMetric(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function writeMetric(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
