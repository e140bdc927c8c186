/** What a part of the bench has found. */
export interface Table {
  /** What was measured and how, where the figures do not say it. */
  note?: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A table of figures by what they are of. */
export function buildFigureTable(figures: Readonly<Record<string, string>>): Table {
  return { columns: ["what", "figure"], rows: Object.entries(figures) };
}

/** What is longer than this stands out of line, rather than that all lines are as long. */
const widthMax = 60;

/** Writes a table as Markdown, whose columns also line up on a screen. */
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
