import type { DatasetVersion } from "hub";
import { openTable, openWords } from "hub/data-file";
import type { Received } from "../read/read-xml.ts";
import type { XmlNode } from "../read/xml-tree.ts";
import type { Failure, Schema } from "../schematron/schema.ts";
import { checkTypes, type Finding } from "./check-types.ts";
import { readSchema, type Specification, type Syntax } from "./release.ts";

/** Rule sets: EN 16931 alone, or with one of its national or network specifications. */
export type RuleSet = Specification;

/** Specifications whose rules a rule set has. XRechnung adopts some of Peppol's. */
const parts: Readonly<Record<RuleSet, readonly Specification[]>> = {
  en16931: ["en16931"],
  xrechnung: ["en16931", "xrechnung", "peppol"],
  peppol: ["en16931", "peppol"],
};

const readLists = openWords(new URL("./lists.txt", import.meta.url), [
  "rules of Peppol in XRechnung",
  "credit note types",
]);

const readFields = openTable(
  new URL("./fields.tsv", import.meta.url),
  { id: "text", term: "text", path: "text", requirement: "optional" },
  { unique: ["id", "path"] },
);

/** Returns the rule set that an invoice declares to follow. */
export function detectRuleSet(specification = ""): RuleSet {
  if (specification.includes(":xrechnung")) return "xrechnung";
  return specification.includes("urn:fdc:peppol.eu") ? "peppol" : "en16931";
}

/** Returns whether a type of UNTDID 1001 is a credit note in EN 16931. */
export function isCreditNote(type: string): boolean {
  return readLists()["credit note types"].has(type);
}

/** A rule set, and the release of the official rules if the hub has one. */
export interface Rules {
  ruleSet: RuleSet;
  release: Pick<DatasetVersion, "about" | "paths" | "text"> | undefined;
}

/** Checks an invoice against the official rules, and reports each once per field. Undefined without the rules. */
export async function checkRules(
  received: Received,
  { ruleSet, release }: Rules,
): Promise<{ rules: number; date: string; findings: Finding[] } | undefined> {
  const ids = new Set<string>();
  const date = release?.about.build_date ?? "";
  const findings: Finding[] = checkTypes(received.invoice);
  for (const part of parts[ruleSet]) {
    const schema = release && (await loadSchema(release, part, received.syntax));
    if (!schema) return undefined;
    const isUsed = (id: string) =>
      part !== "peppol" ||
      ruleSet === "peppol" ||
      readLists()["rules of Peppol in XRechnung"].has(id);
    for (const id of schema.ids.filter(isUsed)) ids.add(id);
    const failures = schema.validate(received.root).filter(({ id }) => isUsed(id));
    findings.push(...failures.map((failure) => describe(failure, received)));
  }
  return { rules: ids.size, date, findings: findings.filter(isFirst) };
}

function isFirst(one: Finding, index: number, all: readonly Finding[]): boolean {
  return all.findIndex(({ rule, path }) => rule === one.rule && path === one.path) === index;
}

const schemas = new Map<string, Schema>();

/** Loads a schema once for each release. Returns undefined if its file is missing. */
async function loadSchema(
  release: NonNullable<Rules["release"]>,
  specification: Specification,
  syntax: Syntax,
): Promise<Schema | undefined> {
  const key = `${release.about.version} ${specification} ${syntax}`;
  const known = schemas.get(key);
  if (known) return known;
  const file = `${specification}.tsv`;
  const packed = file in release.paths ? await release.text(file).catch(() => "") : "";
  if (packed === "") return undefined;
  const schema = readSchema(packed, syntax);
  schemas.set(key, schema);
  return schema;
}

type Field = ReturnType<typeof readFields>[number];

/** Names the field that a violated rule is about, by the element that violates it. */
function describe(
  { id, isWarning, message, element }: Failure,
  { invoice, paths }: Received,
): Finding {
  const around = findPath(element, paths);
  const rows = readFields().filter((row) => row.id === id || row.id === id.replace(/-\d$/, ""));
  // Of several fields, the one that is missing.
  const rank = (row: Field) => countCommon(row, around) + (hasField(invoice, row.path) ? 0 : 0.5);
  const [row] = rows.toSorted((one, other) => rank(other) - rank(one));
  const field = row ?? findField(message);
  return {
    rule: id,
    isWarning,
    term: field?.term ?? "",
    path: field ? fillPath(field.path, around) : around,
    requirement: row?.requirement ?? message,
  };
}

function hasField(invoice: object, path: string): boolean {
  const find = (value: unknown, name: string) => (value as Record<string, unknown>)?.[name];
  return path.split(".").reduce<unknown>(find, invoice) !== undefined;
}

/** Finds the field of the first business term in a message that is known. */
function findField(message: string): Field | undefined {
  const [term] = message.match(/B[TG]-\d+(-\d)?/) ?? [];
  return readFields().find((row) => row.term === term);
}

/** Returns the path of the closest element that is a field of the invoice. */
function findPath(element: XmlNode, paths: Received["paths"]): string {
  const path = paths.get(element);
  return path ?? (element.parent ? findPath(element.parent, paths) : "");
}

/** Returns the number of names that a field's path has in common with another path. */
function countCommon({ path }: Field, around: string): number {
  const names = around.split(".");
  const index = path.split(".").findIndex((name, at) => !isSame(name, names[at]));
  return index < 0 ? names.length : index;
}

function isSame(pattern: string, name: string | undefined): boolean {
  return pattern === name || (pattern === "*" && /^\d+$/.test(name ?? ""));
}

/** Replaces each `*` with the place of the list that a path is in. Cuts the path if it is in none. */
function fillPath(pattern: string, around: string): string {
  const names = around.split(".");
  const filled: string[] = [];
  for (const [at, name] of pattern.split(".").entries()) {
    const isInside = name !== "*" || filled.every((one, index) => one === names[index]);
    const own = name === "*" ? names[at] : name;
    if (own === undefined || !isInside) break;
    filled.push(own);
  }
  return filled.join(".");
}
