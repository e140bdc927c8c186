import { readCsv } from "hub/csv";
import qr from "../../plugin.ts";

/** Returns the codes of a request from the field that has them: objects or a CSV table. */
export function listCodes<Item>({
  items,
  csv,
}: {
  items?: Item[] | undefined;
  csv?: string | undefined;
}): (Item | BatchRow)[] {
  if ((items === undefined) === (csv === undefined))
    throw qr.error(
      "invalid_input",
      `body must have one of items and csv: it has ${items ? "both" : "neither"}`,
      { at: "body" },
    );
  return items ?? readRows(csv ?? "");
}

/** A row of a table: the data to encode, and an optional file name. */
export interface BatchRow {
  data: string;
  filename?: string;
}

/** Parses a table (RFC 4180) with the columns `data` and optionally `filename`. */
export function readRows(csv: string): BatchRow[] {
  const [header = [], ...rows] = readCsv(csv, { refuse: createError });
  const columns = header.map((name) => name.trim().toLowerCase());
  const [data, filename] = [columns.indexOf("data"), columns.indexOf("filename")];
  const unknown = columns.find((name) => name !== "data" && name !== "filename");
  if (data === -1 || unknown !== undefined || new Set(columns).size < columns.length)
    throw createError(
      `must start with the line "data" or "data,filename": it is "${header.join().slice(0, 80)}"`,
    );
  return rows.map((cells, index) => {
    if (cells.length !== columns.length)
      throw createError(
        `must have ${columns.length} cells in each row: row ${index + 1} has ${cells.length}`,
      );
    const name = cells[filename]?.trim();
    return { data: cells[data] ?? "", ...(name && { filename: name }) };
  });
}

function createError(problem: string) {
  return qr.error("invalid_input", `body.csv ${problem}`, { at: "body.csv" });
}
