import qr from "../plugin.ts";

/** A row of a table: a text to encode, and what to call its file. */
export interface Row {
  data: string;
  filename?: string;
}

/** Reads a table after RFC 4180 whose head names `data` and, if it likes, `filename`. */
export function rowsOf(csv: string): Row[] {
  const [head = [], ...rows] = recordsOf(csv.startsWith("\uFEFF") ? csv.slice(1) : csv);
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
    return { data: cells[data]!, ...(name && { filename: name }) };
  });
}

function refusal(fault: string) {
  return qr.error("invalid_input", `body.csv ${fault}`, { at: "body.csv" });
}

/** The cells of each line that is not empty. */
function recordsOf(csv: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < csv.length) {
    const { cell, end } = csv[at] === '"' ? quotedCell(csv, at) : bareCell(csv, at);
    cells.push(cell);
    at = end;
    if (csv[at] === ",") {
      at++;
      // A comma at the very end has an empty cell after it.
      if (at === csv.length) cells.push("");
      else continue;
    }
    if (csv[at] === "\r") at++;
    if (csv[at] === "\n") at++;
    if (cells.length > 1 || cells[0] !== "") records.push(cells);
    cells = [];
  }
  return records;
}

interface Cell {
  cell: string;
  /** Where the comma or the line end after it stands. */
  end: number;
}

function bareCell(csv: string, start: number): Cell {
  let end = start;
  while (end < csv.length && !",\r\n".includes(csv[end]!)) end++;
  return { cell: csv.slice(start, end), end };
}

function quotedCell(csv: string, start: number): Cell {
  let cell = "";
  for (let from = start + 1; ; ) {
    const quote = csv.indexOf('"', from);
    if (quote === -1) throw refusal(`must close the quote that opens at character ${start + 1}`);
    cell += csv.slice(from, quote);
    if (csv[quote + 1] !== '"') {
      const end = quote + 1;
      if (end === csv.length || ",\r\n".includes(csv[end]!)) return { cell, end };
      throw refusal(`must have a comma or a line end after the quote at character ${end}`);
    }
    cell += '"';
    from = quote + 2;
  }
}
