import writeExcelFile from "write-excel-file/node";
import { parseAmount } from "../text/table-sums.ts";
import type { Table } from "../text/tables.ts";

/** Writes a workbook with a sheet for each table, in base64. Amounts with two decimals become numbers. */
export async function writeWorkbook(tables: readonly Table[]): Promise<string> {
  const sheets = tables.map((table, index) => ({
    sheet: `Table ${index + 1}`,
    data: buildSheet(table),
  }));
  const empty = { sheet: "No tables", data: [] };
  const bytes = await writeExcelFile(sheets.length > 0 ? sheets : [empty]).toBuffer();
  return Buffer.from(bytes).toString("base64");
}

function buildSheet({ rows, cells }: Table) {
  const spans = new Map(cells.map(({ row, column, ...cell }) => [`${row} ${column}`, cell]));
  return rows.map((row, at) =>
    row.map((text, column) => {
      if (text === "") return null;
      const cell = spans.get(`${at} ${column}`);
      const amount = /[.,]\d\d\b/.test(text) ? parseAmount(text) : undefined;
      return {
        ...(amount === undefined
          ? { value: text, type: String, wrap: true }
          : { value: amount / 100, type: Number, format: "#,##0.00" }),
        ...(cell && cell.column_span > 1 && { columnSpan: cell.column_span }),
        ...(cell && cell.row_span > 1 && { rowSpan: cell.row_span }),
      };
    }),
  );
}
