import { openTable } from "../../../lib/data-file.ts";

const readFigures = openTable(
  new URL("./quality.tsv", import.meta.url),
  { endpoint: "text", figure: "text", result: "text", set: "text", measured: "text" },
  { unique: ["endpoint", "figure", "set"] },
);

/** Describes the measured quality of an endpoint, such as `ai/redact.post`. Returns undefined if no trial measures it. */
export function describeQuality(endpoint: string): string | undefined {
  const figures = readFigures().filter((row) => row.endpoint === endpoint);
  const sets = Map.groupBy(figures, ({ set, measured }) => `${set}, ${measured}`);
  const texts = Array.from(sets, ([set, own]) => {
    const results = own.map(({ figure, result }) => `${figure}: ${result}`);
    return `${results.join("; ")} (${set})`;
  });
  return texts.length === 0 ? undefined : `Measured quality. ${texts.join(". ")}.`;
}
