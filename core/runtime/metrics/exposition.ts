/** One number, and by which labels it is told from others of its name. */
export interface Sample {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** Numbers of one name. */
export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge";
  samples: readonly Sample[];
}

/** Writes metrics as Prometheus reads them: its text format, version 0.0.4. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics.map(block).join("");
}

function block({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${written(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function written(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
