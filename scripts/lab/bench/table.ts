/** The results of one part of the benchmark. */
export interface Table {
  /** How the figures were measured, unless the table says it. */
  note?: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Returns a table of figures by label. */
export function buildFigureTable(figures: Readonly<Record<string, string>>): Table {
  return { columns: ["measurement", "figure"], rows: Object.entries(figures) };
}

/** Longer cells exceed the column, so that they don't widen all lines. */
const widthMax = 60;

/** Formats a table as Markdown, with columns aligned in plain text too. */
export function toMarkdown({ note, columns, rows }: Table): string {
  const cells = [columns, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = columns.map((_, at) =>
    Math.min(widthMax, Math.max(...cells.map((row) => row[at]?.length ?? 0))),
  );
  const [head = "", ...lines] = cells.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`,
  );
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [...(note ? [note, ""] : []), head, rule, ...lines].join("\n");
}
