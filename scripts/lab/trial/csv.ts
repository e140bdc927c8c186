import { readdirSync, readFileSync } from "node:fs";
import { readCsv } from "../../../core/lib/csv.ts";
import { askPython, findInPackage, importPackage, readJudge } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface CsvParse {
  parse(csv: string, options: object): string[][];
}

type Cells = Record<string, string>;

interface PapaParse {
  default: { parse(csv: string, options: object): { data: string[][]; errors: unknown[] } };
}

type Read = (csv: string) => string[][];

export default {
  engine: "core/lib/csv",
  ours: ["core/lib/csv.ts"],
  theirs: ["csv-parse", "papaparse"],
  async measure() {
    const { parse } = await importPackage<CsvParse>("csv-parse/sync");
    const { default: papa } = await importPackage<PapaParse>("papaparse");
    const readers: Record<string, Read> = {
      ours: (csv) => readCsv(csv, { refuse: (fault) => new Error(fault) }),
      "csv-parse": (csv) =>
        parse(csv, { bom: true, skip_empty_lines: true, relax_column_count: true }),
      papaparse: (csv) => {
        const { data, errors } = papa.parse(csv, { delimiter: ",", skipEmptyLines: true });
        if (errors.length > 0) throw new Error("The text is no CSV");
        return data;
      },
    };
    const written = askPython<{ csv: string; rows: string[][] }[]>(
      readJudge("write_tables.py"),
      500,
    );
    const broken = written.map(({ csv }, index) => {
      // An opening quote that nothing closes, or text behind a closing one.
      return index % 2 === 0 ? `${csv}a,"b` : `${csv}"a"b,c\r\n`;
    });
    const suite = readSuite();
    const measure = (
      set: string,
      inputs: number,
      figure: string,
      count: (read: Read) => number,
    ) => ({
      set,
      inputs,
      figure,
      ours: count(readers.ours!),
      theirs: { "csv-parse": count(readers["csv-parse"]!), papaparse: count(readers.papaparse!) },
    });
    return [
      measure(
        "csv-spectrum, and tables written by Python's csv in four dialects",
        suite.length + written.length,
        "right tables",
        (read) =>
          [...suite, ...written].filter(({ csv, rows }) => Bun.deepEquals(attempt(read, csv), rows))
            .length,
      ),
      measure(
        "the same tables with a damaged quotation",
        broken.length,
        "errors reported",
        (read) => broken.filter((csv) => attempt(read, csv) === undefined).length,
      ),
    ];
  },
} satisfies Row;

/** Returns the files of csv-spectrum with their rows. Its answers are objects by column. */
function readSuite(): { csv: string; rows: string[][] }[] {
  const folder = findInPackage("csv-spectrum", "csvs");
  return readdirSync(folder).map((file) => {
    const json = findInPackage("csv-spectrum", `json/${file.replace(".csv", ".json")}`);
    const found = JSON.parse(readFileSync(json, "utf8")) as Cells | Cells[];
    const objects = [found].flat();
    const head = Object.keys(objects[0] ?? {});
    const rows = [head, ...objects.map((one) => head.map((name) => one[name] ?? ""))];
    return { csv: readFileSync(`${folder}/${file}`, "utf8"), rows };
  });
}

function attempt(read: Read, csv: string): string[][] | undefined {
  try {
    return read(csv);
  } catch {
    return undefined;
  }
}
