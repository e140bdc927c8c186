import { formatSql } from "../../../plugins/dev/code/format-sql.ts";
import { convert } from "../../../plugins/dev/json/convert/convert.ts";
import { formatHtml } from "../../../plugins/dev/markup/format-html.ts";
import { formatXml } from "../../../plugins/dev/markup/format-xml.ts";
import { askPython, fetchPythonSource, readJudge } from "./kit/judges.ts";
import type { Measurement, Row } from "./kit/row.ts";

type Text = [language: string, kind: string, text: string];
type Read = (text: string, kind: string) => unknown;

const layout = { indent: 2, width: 80 } as const;

const tools = '"setuptools<81" wheel Cython';

const languages: Readonly<Record<string, { judge: string; read: Read }>> = {
  sql: {
    judge: "sqlglot",
    read: (sql, dialect) =>
      formatSql(sql, { ...layout, dialect: dialect as "sql", keyword_case: "preserve" }),
  },
  html: {
    judge: "html5lib",
    read: (html) => formatHtml(html, { ...layout, whitespace: "css" }),
  },
  xml: { judge: "expat", read: (xml) => formatXml(xml, { indent: 2, minify: false }) },
  yaml: {
    judge: "PyYAML",
    read: (yaml) =>
      convert(yaml, { from: "yaml", to: "json", indent: 2, delimiter: "auto" } as never),
  },
};

export default {
  engine: "dev/formatters",
  ours: ["plugins/dev/{code,markup}/*.ts"],
  theirs: [
    { name: "sqlglot", licence: "MIT" },
    { name: "html5lib", licence: "MIT" },
    { name: "expat", licence: "MIT" },
    { name: "PyYAML", licence: "MIT" },
  ],
  async measure() {
    const folders = await Promise.all([
      fetchPythonSource("sqlglot", "30.30.0"),
      fetchPythonSource("html5lib", "1.1", tools),
      fetchPythonSource("pyyaml", "6.0.3", tools),
    ]);
    const packages = ["sqlglot==30.30.0", "html5lib", "PyYAML", "ruamel.yaml"];
    const texts = askPython<Text[]>(readJudge("accepted.py"), folders, packages);
    const measurements: Measurement[] = [];
    for (const [name, { judge, read }] of Object.entries(languages)) {
      const own = texts.filter(([language]) => language === name);
      let ours = 0;
      for (const [, kind, text] of own) if (await isRefused(() => read(text, kind))) ours++;
      const set = `${name} that the judge reads without an error`;
      const counts = { inputs: own.length, figure: "refused texts", fewerIsBetter: true };
      measurements.push({ set, ...counts, ours, theirs: { [judge]: 0 } });
    }
    return measurements;
  },
} satisfies Row;

async function isRefused(read: () => unknown): Promise<boolean> {
  try {
    await read();
    return false;
  } catch {
    return true;
  }
}
