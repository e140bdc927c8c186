// Prints statements as PDF files with four programs that lay out pages in their own ways.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PDFFont, PDFPage } from "pdf-lib";
import type { Cell, Column, Statement, Table } from "./statements.ts";

/** Writes the files into a folder, named after the statements. */
export async function printStatements(
  statements: readonly Statement[],
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const of = (maker: string) => statements.filter((one) => one.layout.maker === maker);
  for (const one of of("pdf-lib"))
    await Bun.write(join(folder, `${one.name}.pdf`), await drawByPdfLib(one));
  for (const one of of("chromium")) await printByChromium(one, folder);
  const input = JSON.stringify([...of("reportlab"), ...of("fpdf2")]);
  const run = Bun.spawnSync(["python3", join(import.meta.dir, "makers.py"), folder], {
    stdin: Buffer.from(input),
    stderr: "inherit",
  });
  if (run.exitCode !== 0) throw new Error("makers.py failed");
}

const [a4Width, a4Height] = [595.28, 841.89];
const margin = 45;

/** Draws each line by itself, as programs of banks do. Rows break over pages as a whole, and the header repeats. */
async function drawByPdfLib({ layout, before, tables, after }: Statement): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts, rgb } = await import("pdf-lib");
  const pdf = await PDFDocument.create();
  const names = {
    Helvetica: StandardFonts.Helvetica,
    Times: StandardFonts.TimesRoman,
    Courier: StandardFonts.Courier,
  };
  const font = await pdf.embedFont(names[layout.font as keyof typeof names]);
  const { size } = layout;
  const leading = size * 1.2;
  const gap = layout.traits.includes("tight") ? 0 : size * 0.6;
  let page = pdf.addPage([a4Width, a4Height]);
  let y = a4Height - margin;
  const line = (from: number, to: number) =>
    page.drawLine({
      start: { x: from, y },
      end: { x: to, y },
      thickness: 0.6,
      color: rgb(0, 0, 0),
    });
  const write = (lines: readonly string[]) => {
    for (const one of lines.flatMap((text) => wrap(text, font, size, a4Width - 2 * margin))) {
      page.drawText(one, { x: margin, y: y - size, size, font });
      y -= leading;
    }
  };
  write(before);
  for (const table of tables) {
    y -= 12;
    const scale = Math.min(
      1.15,
      (a4Width - 2 * margin) / sum(table.columns.map(({ width }) => width)),
    );
    const columns = table.columns.map((column) => ({ ...column, width: column.width * scale }));
    const right = margin + sum(columns.map(({ width }) => width));
    const drawHeader = () => {
      for (const row of table.header)
        drawRow(row, row === table.header[0] ? 0 : table.columns.length - row.length);
      if (layout.rules !== "none") line(margin, right);
      y -= layout.rules === "none" ? 0 : gap / 2;
    };
    const drawRow = (row: readonly Cell[], skipped = 0) => {
      let x = margin + sum(columns.slice(0, skipped).map(({ width }) => width));
      let index = skipped;
      for (const cell of row) {
        const span = columns.slice(index, index + (cell.colspan ?? 1));
        const width = sum(span.map((one) => one.width));
        drawCell(
          page,
          cell,
          { x, y, width, align: span.length > 1 ? "center" : (span[0] as Column).align },
          { font, size, leading },
        );
        x += width;
        index += span.length;
      }
      y -= Math.max(...row.map(({ text }) => text.split("\n").length)) * leading + gap;
      if (layout.rules === "rows") line(margin, right);
      if (layout.rules === "rows") y -= 2;
    };
    drawHeader();
    for (const row of table.rows) {
      const height = Math.max(...row.map(({ text }) => text.split("\n").length)) * leading + gap;
      if (y - height < margin + 20) {
        page.drawText(`Page ${pdf.getPageCount()}`, { x: a4Width / 2, y: 30, size: 8, font });
        page = pdf.addPage([a4Width, a4Height]);
        y = a4Height - margin;
        drawHeader();
      }
      drawRow(row);
    }
  }
  y -= 10;
  write(after);
  return pdf.save();
}

function drawCell(
  page: PDFPage,
  { text }: Cell,
  { x, y, width, align }: { x: number; y: number; width: number; align: Column["align"] },
  { font, size, leading }: { font: PDFFont; size: number; leading: number },
): void {
  text.split("\n").forEach((line, index) => {
    const free = width - 6 - font.widthOfTextAtSize(line, size);
    const shift = align === "right" ? free : align === "center" ? free / 2 : 0;
    page.drawText(line, { x: x + 3 + shift, y: y - size - index * leading, size, font });
  });
}

function wrap(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && font.widthOfTextAtSize(longer, size) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

async function printByChromium(statement: Statement, folder: string): Promise<void> {
  const path = join(folder, statement.name);
  writeFileSync(`${path}.html`, writeHtml(statement));
  const tags = statement.layout.traits.includes("untagged") ? ["--disable-pdf-tagging"] : [];
  const command = [
    "/usr/bin/chromium",
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    ...tags,
    "--no-pdf-header-footer",
    `--print-to-pdf=${path}.pdf`,
    `file://${path}.html`,
  ];
  const run = Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"], timeout: 60_000 });
  if ((await run.exited) !== 0) throw new Error(`Chromium failed for ${statement.name}`);
}

function writeHtml({ layout, before, tables, after }: Statement): string {
  const lines: Record<string, string> = {
    none: "",
    header: "thead tr:last-child > * { border-bottom: 1px solid }",
    rows: "td, th { border-bottom: 1px solid #888 }",
    grid: "td, th { border: 1px solid #444 }",
    zebra: "tbody tr:nth-child(odd) { background: #eee }",
  };
  const align = layout.traits.includes("middle") ? "middle" : "top";
  const family =
    layout.font === "Times" ? "Liberation Serif, serif" : "Liberation Sans, sans-serif";
  const style = `@page { size: A4; margin: 15mm } body { font: ${layout.size}pt ${family}; print-color-adjust: exact }
    table { border-collapse: collapse; margin: 12pt 0 } td, th { padding: 2pt 4pt; vertical-align: ${align}; font-weight: normal }
    th { font-weight: bold } tr { break-inside: avoid } ${lines[layout.rules]}`;
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n");
  return `<!doctype html><meta charset="utf-8"><title>Statement</title><style>${style}</style><body>
${paragraphs(before)}${tables.map(writeTable).join("\n")}${paragraphs(after)}`;
}

function writeTable({ columns, header, rows }: Table): string {
  const part = (tag: string, lines: Cell[][]) => {
    const open: number[] = columns.map(() => 0);
    return lines
      .map((row) => {
        let index = 0;
        const cells = row.map(({ text, colspan = 1, rowspan = 1 }) => {
          while ((open[index] ?? 0) > 0) index++;
          const { width, align } = columns[index] as Column;
          for (let at = index; at < index + colspan; at++) open[at] = rowspan;
          index += colspan;
          const size = colspan > 1 ? "" : `;width:${width}pt`;
          return `<${tag} colspan="${colspan}" rowspan="${rowspan}" style="text-align:${colspan > 1 ? "center" : align}${size}">${escapeHtml(text).replaceAll("\n", tag === "td" ? "<br>" : " ")}</${tag}>`;
        });
        open.forEach((left, at) => {
          open[at] = Math.max(0, left - 1);
        });
        return `<tr>${cells.join("")}</tr>`;
      })
      .join("\n");
  };
  return `<table><thead>${part("th", header)}</thead><tbody>${part("td", rows)}</tbody></table>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
