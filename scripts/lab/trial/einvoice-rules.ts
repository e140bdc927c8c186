import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseXml } from "../../../plugins/invoice/einvoice/read/xml-tree.ts";
import { makeMutants } from "../../../plugins/invoice/einvoice/rules/mutants.fixture.ts";
import {
  packRelease,
  publishers,
  readSchema,
  type Specification,
  type Syntax,
  specifications,
} from "../../../plugins/invoice/einvoice/rules/release.ts";
import { fetchMavenClasspath, requireProgram } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

const version = "12.5";

/** Number of invoices. 10,000 take Saxon five minutes. */
const count = Number(process.env.TRIAL_INVOICES ?? 1000);

/** The names of the schemas in the public test sets, by specification. */
const names: Readonly<Record<Specification, (syntax: string) => string>> = {
  en16931: (syntax) => `EN16931-${syntax}`,
  xrechnung: (syntax) => `XRechnung-${syntax}-validation`,
  peppol: (syntax) => `PEPPOL-EN16931-${syntax}`,
};

export default {
  engine: "invoice/einvoice/schematron",
  ours: ["plugins/invoice/einvoice/{schematron,rules}/*.ts"],
  theirs: [{ name: `Saxon ${version}`, licence: "MPL-2.0" }],
  async measure({ find }) {
    requireProgram("java", "apt install default-jdk-headless");
    const classpath = fetchMavenClasspath("net.sf.saxon", "Saxon-HE", version);
    const folder = mkdtempSync(join(tmpdir(), "trial-einvoice-"));
    try {
      const mutants = [...makeMutants(count, 7)];
      mkdirSync(join(folder, "invoices"));
      for (const [index, { syntax, xml }] of mutants.entries())
        writeFileSync(join(folder, "invoices", `${index}-${syntax}.xml`), xml);
      const read = (name: string) => Bun.file(find(`einvoice-rules/${name}.sch`)).text();
      const common = await read("common");
      for (const specification of specifications)
        for (const syntax of ["UBL", "CII"])
          writeFileSync(
            join(folder, `${specification}-${syntax.toLowerCase()}.xsl`),
            createStylesheet(await read(names[specification](syntax)), common),
          );
      const theirs = await askSaxon(folder, classpath);
      const lines = [];
      for (const specification of specifications) {
        const ours = await checkMutants(specification, { mutants, read });
        const same = ours.filter((ids, index) =>
          isSame(ids, theirs.get(`${index} ${specification}`)),
        );
        lines.push({
          set: `mutated invoices in UBL and CII, rules of ${specification}`,
          inputs: count,
          figure: "the same rules violated as in Saxon",
          ours: same.length,
          theirs: { Saxon: count },
        });
      }
      return lines;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
} satisfies Row;

/** Returns whether both violate the same rules. An error of Saxon is any violated rule here. */
function isSame(ours: string, theirs: string | undefined): boolean {
  return theirs === "ERROR" ? ours !== "" : ours === theirs;
}

async function checkMutants(
  specification: Specification,
  {
    mutants,
    read,
  }: {
    mutants: readonly { syntax: Syntax; xml: string }[];
    read(name: string): Promise<string>;
  },
): Promise<string[]> {
  const { ubl } = publishers[specification].schemas;
  const packed = await packRelease(specification, {
    name: "trial",
    date: "2026-04-10",
    read: (path) => {
      if (path.endsWith("common.sch")) return read("common");
      return read(names[specification](path === ubl ? "UBL" : "CII"));
    },
  });
  const schemas = { ubl: readSchema(packed, "ubl"), cii: readSchema(packed, "cii") };
  return mutants.map(({ syntax, xml }) => {
    const failures = schemas[syntax].validate(parseXml(xml, "body"));
    return sortIds(failures.map(({ id }) => id));
  });
}

function sortIds(ids: readonly string[]): string {
  return ids.toSorted().join(" ");
}

/** Translates a schema to a stylesheet that writes the names of violated rules. */
function createStylesheet(schema: string, common: string): string {
  const functions = schema.match(/<(xsl:)?function [\s\S]*?<\/(xsl:)?function>/g) ?? [];
  const namespaces = [
    ...schema.matchAll(
      /<ns\s+(?:prefix="([^"]*)"\s+uri="([^"]*)"|uri="([^"]*)"\s+prefix="([^"]*)")/g,
    ),
  ]
    .map(([, prefix, uri, otherUri, otherPrefix]) => [prefix ?? otherPrefix, uri ?? otherUri])
    .filter(([prefix]) => prefix !== "xs" && prefix !== "u");
  const whole = schema.includes("common.sch") ? common + schema : schema;
  const patterns = whole.match(/<pattern\b[\s\S]*?<\/pattern>/g) ?? [];
  const globals = [whole.replaceAll(/<pattern\b[\s\S]*?<\/pattern>/g, ""), ...patterns]
    .flatMap(
      (part) =>
        part.replaceAll(/<rule\b[\s\S]*?<\/rule>/g, "").match(/<let\b(?:"[^"]*"|[^>"])*>/g) ?? [],
    )
    .map((one) => one.replace(/<let/, "<xsl:variable").replace(/\bvalue=/, "select="));
  const modes = patterns.map((pattern, mode) => createMode(pattern, mode));
  const calls = patterns.map((_, mode) => `<xsl:apply-templates select="*" mode="m${mode}"/>`);
  return `<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:u="utils" ${namespaces.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(" ")}><xsl:output method="text"/>${functions.join("")}${globals.join("")}<xsl:template match="/">${calls.join("")}</xsl:template>${modes.join("")}</xsl:stylesheet>`;
}

function createMode(pattern: string, mode: number): string {
  const next = `<xsl:apply-templates select="*" mode="m${mode}"/>`;
  const rules = [...pattern.matchAll(/<rule\b[^>]*?context=("[^"]*")[^>"]*>([\s\S]*?)<\/rule>/g)];
  const templates = rules.map(([, context, content = ""], index) => {
    const lets = content.match(/<let\b(?:"[^"]*"|[^>"])*>/g) ?? [];
    const variables = lets.map((one) =>
      one.replace(/<let/, "<xsl:variable").replace(/\bvalue=/, "select="),
    );
    const asserts = (content.match(/<assert\b(?:"[^"]*"|[^>"])*>/g) ?? []).map((one) => {
      const [, test = ""] = /\btest="([^"]*)"/.exec(one) ?? [];
      const [, id] = /\bid="([^"]*)"/.exec(one) ?? [];
      const name = `<xsl:text>${id} </xsl:text>`;
      return `<xsl:try><xsl:if test="not(${test})">${name}</xsl:if><xsl:catch>${name}</xsl:catch></xsl:try>`;
    });
    return `<xsl:template match=${context} priority="${1000 - index}" mode="m${mode}">${variables.join("")}${asserts.join("")}${next}</xsl:template>`;
  });
  return `${templates.join("")}<xsl:template match="*" mode="m${mode}" priority="-1">${next}</xsl:template>`;
}

/** Returns the names of the rules that Saxon finds violated, by the number of the invoice and the specification. */
async function askSaxon(folder: string, classpath: string): Promise<Map<string, string>> {
  const source = join(import.meta.dir, "judges/Judge.java");
  const command = ["java", "-cp", classpath, source, folder];
  const run = Bun.spawnSync(command);
  if (run.exitCode !== 0) throw new Error(`Saxon failed: ${run.stderr.toString().slice(0, 1500)}`);
  const lines = run.stdout.toString().trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [key = "", ids = ""] = line.split("\t");
      return [key, sortIds(ids.split(" ").filter((id) => id !== ""))];
    }),
  );
}
