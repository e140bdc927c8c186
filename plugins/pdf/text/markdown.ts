import type { Block } from "./blocks.ts";

/** Writes the blocks of a page as Markdown of CommonMark, with the tables of GitHub. */
export function markdownOf(blocks: readonly Block[]): string {
  return blocks.map(writeBlock).join("\n\n");
}

function writeBlock({ kind, text, level = 1, rows = [] }: Block): string {
  switch (kind) {
    case "heading":
      return `${"#".repeat(level)} ${escapeMarkdown(text)}`;
    case "list":
      return rows.map(([entry]) => `- ${escapeMarkdown(entry!)}`).join("\n");
    case "table":
      return writeTable(rows);
    default:
      return escapeMarkdown(text);
  }
}

function writeTable([head = [], ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cell = (text: string) => escapeMarkdown(text).replaceAll("|", "\\|");
  const said = [head, ...rows].map((row) => line(row.map(cell)));
  return [said[0], line(head.map(() => "---")), ...said.slice(1)].join("\n");
}

/** What Markdown would take for itself: its signs of emphasis, links and code, and those that begin a line. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<]/g, "\\$&")
    .replace(/^(?:[#>+-]|\d{1,9}(?=[.)]))/, (sign) => (/\d/.test(sign) ? sign : `\\${sign}`))
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
