import { readCsv } from "hub/csv";
import qr from "../plugin.ts";

/** The codes of a request, from the one field that has them: as objects, or as a table. */
export function listCodes<Item>({
  items,
  csv,
}: {
  items?: Item[] | undefined;
  csv?: string | undefined;
}): (Item | Row)[] {
  if ((items === undefined) === (csv === undefined))
    throw qr.error(
      "invalid_input",
      `body must have one of items and csv: it has ${items ? "both" : "neither"}`,
      { at: "body" },
    );
  return items ?? readRows(csv ?? "");
}

/** A row of a table: a text to encode, and what to call its file. */
export interface Row {
  data: string;
  filename?: string;
}

/** Reads a table after RFC 4180 whose head names `data` and, if it likes, `filename`. */
export function readRows(csv: string): Row[] {
  const [head = [], ...rows] = readCsv(csv, { refuse: refusal });
  const columns = head.map((name) => name.trim().toLowerCase());
  const [data, filename] = [columns.indexOf("data"), columns.indexOf("filename")];
  const unknown = columns.find((name) => name !== "data" && name !== "filename");
  if (data === -1 || unknown !== undefined || new Set(columns).size < columns.length)
    throw refusal(
      `must begin with the line "data" or "data,filename": it is "${head.join().slice(0, 80)}"`,
    );
  return rows.map((cells, index) => {
    if (cells.length !== columns.length)
      throw refusal(
        `must have ${columns.length} cells in each row: row ${index + 1} has ${cells.length}`,
      );
    const name = cells[filename]?.trim();
    return { data: cells[data] ?? "", ...(name && { filename: name }) };
  });
}

function refusal(fault: string) {
  return qr.error("invalid_input", `body.csv ${fault}`, { at: "body.csv" });
}
