import type { Block } from "./blocks.ts";

/** Writes the blocks of a page as Markdown of CommonMark, with the tables of GitHub. */
export function markdownOf(blocks: readonly Block[]): string {
  return blocks.map(written).join("\n\n");
}

function written({ kind, text, level = 1, rows = [] }: Block): string {
  switch (kind) {
    case "heading":
      return `${"#".repeat(level)} ${escaped(text)}`;
    case "list":
      return rows.map(([entry]) => `- ${escaped(entry!)}`).join("\n");
    case "table":
      return tableOf(rows);
    default:
      return escaped(text);
  }
}

function tableOf([head = [], ...rows]: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cell = (text: string) => escaped(text).replaceAll("|", "\\|");
  const said = [head, ...rows].map((row) => line(row.map(cell)));
  return [said[0], line(head.map(() => "---")), ...said.slice(1)].join("\n");
}

/** What Markdown would take for itself: its signs of emphasis, links and code, and those that begin a line. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<]/g, "\\$&")
    .replace(/^(?:[#>+-]|\d{1,9}(?=[.)]))/, (sign) => (/\d/.test(sign) ? sign : `\\${sign}`))
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}
