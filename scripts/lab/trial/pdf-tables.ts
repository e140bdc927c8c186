import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPdf } from "../../../plugins/pdf/input/open.ts";
import { readTables } from "../../../plugins/pdf/text/read-pages.ts";
import { printStatements } from "../tables/makers.ts";
import { countRightCells } from "../tables/score.ts";
import { readLayouts, writeStatement } from "../tables/statements.ts";
import { askPython } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

/** The tables of files by name, each as rows of cells. */
type Tables = Record<string, string[][][]>;

/** The best of the settings of each package. */
const readers = `import warnings
warnings.filterwarnings("ignore")
import camelot, fpdf, pdfplumber, reportlab
found = {"camelot": {}, "pdfplumber": {}}
for name, path in json.load(sys.stdin):
  tables = camelot.read_pdf(path, pages="all", flavor="stream", suppress_stdout=True)
  found["camelot"][name] = [table.df.values.tolist() for table in tables]
  with pdfplumber.open(path) as pdf:
    settings = {"vertical_strategy": "text", "horizontal_strategy": "text"}
    found["pdfplumber"][name] = [[[cell or "" for cell in row] for row in table]
      for page in pdf.pages for table in page.extract_tables(settings)]
print(json.dumps(found))`;
const packages = ["camelot-py", "pdfplumber", "reportlab", "fpdf2"];

export default {
  engine: "pdf/tables",
  ours: ["plugins/pdf/text/{rules,table*}.ts"],
  theirs: [
    { name: "camelot", licence: "MIT" },
    { name: "pdfplumber", licence: "MIT" },
  ],
  async measure() {
    askPython(`import camelot, pdfplumber, reportlab, fpdf\nprint("true")`, null, packages);
    const folder = mkdtempSync(join(tmpdir(), "trial-tables-"));
    try {
      const statements = readLayouts().map((layout) => writeStatement(layout, 0));
      await printStatements(statements, folder);
      const files = statements.map(({ name }) => [name, join(folder, `${name}.pdf`)] as const);
      const { camelot = {}, pdfplumber = {} } = askPython<Record<string, Tables>>(readers, files);
      const ours: Tables = {};
      for (const [name, path] of files) ours[name] = await readByUs(path);
      const count = (found: Tables) =>
        statements.reduce((sum, one) => sum + countRightCells(one, found[one.name] ?? []), 0);
      return [
        {
          set: "generated statements and price lists in 30 layouts, printed by four programs",
          inputs: statements.reduce((sum, one) => sum + countRightCells(one), 0),
          figure: "right cells",
          ours: count(ours),
          theirs: { camelot: count(camelot), pdfplumber: count(pdfplumber) },
        },
      ];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Row;

async function readByUs(path: string): Promise<string[][][]> {
  const body = { file: new File([await Bun.file(path).bytes()], "file.pdf") };
  const source = await openPdf(body as Parameters<typeof openPdf>[0], { readsOnly: true });
  const numbers = source.pages.map((_, index) => index + 1);
  return (await readTables(source, { numbers })).map(({ rows }) => rows);
}
