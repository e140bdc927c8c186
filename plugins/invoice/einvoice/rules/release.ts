import { importSchematron } from "../schematron/import-schematron.ts";
import { Schema } from "../schematron/schema.ts";

/** The specifications with official rules. */
export const specifications = ["en16931", "xrechnung", "peppol"] as const;

export type Specification = (typeof specifications)[number];

/** Syntaxes that each specification has rules for. */
const syntaxes = ["ubl", "cii"] as const;

export type Syntax = (typeof syntaxes)[number];

/** Where the publisher of a specification keeps its schemas, and their licence. */
interface Publisher {
  repository: string;
  /** Whether each state of the main branch is a release. */
  isUntagged?: boolean;
  licence: string;
  schemas: Readonly<Record<Syntax, string>>;
  included?: string;
}

/** The publishers of the official rules. */
export const publishers: Readonly<Record<Specification, Publisher>> = {
  en16931: {
    repository: "ConnectingEurope/eInvoicing-EN16931",
    licence: "EUPL-1.2",
    schemas: {
      ubl: "ubl/schematron/preprocessed/EN16931-UBL-validation-preprocessed.sch",
      cii: "cii/schematron/preprocessed/EN16931-CII-validation-preprocessed.sch",
    },
  },
  xrechnung: {
    repository: "itplr-kosit/xrechnung-schematron",
    licence: "Apache-2.0",
    schemas: {
      ubl: "src/validation/schematron/ubl/XRechnung-UBL-validation.sch",
      cii: "src/validation/schematron/cii/XRechnung-CII-validation.sch",
    },
    included: "src/validation/schematron/common.sch",
  },
  peppol: {
    repository: "OpenPEPPOL/peppol-bis-invoice-3",
    isUntagged: true,
    licence: "none stated; reproduced by OpenPeppol with permission from CEN",
    schemas: {
      ubl: "rules/sch/PEPPOL-EN16931-UBL.sch",
      cii: "rules/sch/PEPPOL-EN16931-CII.sch",
    },
  },
};

/** A release of a specification's rules. */
interface Release {
  /** Its name, such as `validation-1.3.16`. */
  name: string;
  /** Its date: 2026-04-10. */
  date: string;
  /** Reads a file of the publisher by its path. */
  read(path: string): Promise<string>;
}

/** Converts the schemas of a release to one file of tab-separated rows. */
export async function packRelease(specification: Specification, release: Release): Promise<string> {
  const { repository, licence, schemas, included } = publishers[specification];
  const files = included
    ? { [included.split("/").at(-1) ?? ""]: await release.read(included) }
    : {};
  const rows = [
    `# source: ${repository}, ${release.name}, ${release.date}`,
    `# licence: ${licence}`,
  ];
  for (const syntax of syntaxes)
    rows.push(`schema\t${syntax}`, ...importSchematron(await release.read(schemas[syntax]), files));
  return `${rows.join("\n")}\n`;
}

/** Returns the date of a packed release. */
export function readDate(packed: string): string {
  return /^# source: .*(\d{4}-\d\d-\d\d)$/m.exec(packed.slice(0, 1000))?.[1] ?? "";
}

/** Reads the schema of a syntax from a packed release. */
export function readSchema(packed: string, syntax: Syntax): Schema {
  const start = packed.indexOf(`\nschema\t${syntax}\n`) + 1;
  if (start === 0) throw new Error(`The release has no rules for "${syntax}"`);
  const end = packed.indexOf("\nschema\t", start);
  return new Schema(packed.slice(start, end < 0 ? undefined : end).split("\n"));
}

/** Returns the number of rules in a packed release. Throws if an expression can't be compiled. */
export function checkRelease(packed: string): number {
  const schemas = syntaxes.map((syntax) => readSchema(packed, syntax));
  for (const schema of schemas) schema.compileAll();
  return new Set(schemas.flatMap(({ ids }) => ids)).size;
}
