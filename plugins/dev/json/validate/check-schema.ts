import { type Json, Numeral } from "../tree.ts";
import { allKeywords, findDraft, getMetaschemaUri } from "./dialect.ts";
import type { DraftChoice, FormatMode, OutputFormat } from "./drafts.ts";
import { Evaluator, type Violation } from "./evaluate.ts";
import { findFormat } from "./formats.ts";
import { metaschemas } from "./metaschemas.ts";
import { type Location, Registry } from "./registry.ts";
import { SchemaError } from "./schema-error.ts";

export interface SchemaOptions {
  /** `auto` follows the schema's `$schema` and defaults to 2020-12. */
  draft: DraftChoice;
  /** Rejects schemas with unknown keywords or formats. */
  strict: boolean;
  formats: FormatMode;
  output: OutputFormat;
  /** Documents that the schema may refer to, by URI. */
  documents: ReadonlyMap<string, Json>;
}

/** A schema violation. */
export interface SchemaFault {
  path: string;
  keyword: string;
  message: string;
  schema_path: string;
  errors?: SchemaFault[];
}

const faultsMax = 100;
const warningsMax = 20;
/** From this many values on, validation stops at the first error: each error costs memory. */
const allFaultsBelow = 10_000;

/**
 * Validates a value against a JSON Schema. Numbers compare by their digits. Returns the errors, and warnings about
 * ignored parts of the schema. Throws if the schema is invalid or refers to a document that was not given.
 */
export function checkSchema(value: Json, schema: Json, options: SchemaOptions) {
  const { draft, output, documents, strict } = options;
  const choice = draft === "auto" ? undefined : draft;
  const registry = new Registry(documents, choice ?? "2020-12");
  const declared = readDeclared(schema);
  const isCustom = declared !== undefined && !findDraft(declared);
  const main = registry.addMain(schema, isCustom ? undefined : choice);
  checkMetaschema(registry, main);
  const warnings = new Warnings(strict);
  const valueCount = countValues(value);
  const evaluator = new Evaluator(registry, {
    stopEarly: output === "flag" || valueCount >= allFaultsBelow,
    valueCount,
    assertsFormat: ({ resource: { dialect } }) => {
      if (options.formats !== "auto") return options.formats === "assert";
      return dialect.assertsFormat || dialect.refHidesSiblings || declared === undefined;
    },
    onFormat: (path, format) =>
      warnings.add(
        `The value at ${JSON.stringify(path)} does not have the format ${JSON.stringify(format)}, which is only an annotation in this draft: set "formats" to "assert" to check it`,
      ),
  });
  const violations = evaluator.run(value, main);
  for (const document of registry.loaded)
    if (document !== main) checkMetaschema(registry, document);
  for (const location of registry.listLocations()) checkKeywords(location, { warnings, evaluator });
  const root = main.resource;
  const describe = (violation: Violation) => describeFault(violation, root.uri);
  const faults =
    output === "detailed"
      ? violations.slice(0, faultsMax).map((one) => describeNested(one, describe))
      : flatten(violations).map(describe);
  return {
    valid: violations.length === 0,
    faults: output === "flag" ? [] : faults,
    warnings: warnings.list(),
  };
}

function readDeclared(schema: Json): string | undefined {
  const declared = schema instanceof Map ? schema.get("$schema") : undefined;
  return typeof declared === "string" && declared !== "" ? declared : undefined;
}

/** Throws if a schema doesn't match its metaschema. */
function checkMetaschema(registry: Registry, location: Location): void {
  const { schema, resource } = location;
  const declared = readDeclared(schema);
  const isCustom = declared !== undefined && !findDraft(declared);
  const uri = isCustom
    ? registry.resolveUri(declared, resource.uri)
    : getMetaschemaUri(resource.dialect.draft);
  const metaschema = registry.find(uri);
  if (!metaschema) return;
  const evaluator = new Evaluator(registry, {
    stopEarly: true,
    valueCount: countValues(schema),
    assertsFormat: () => false,
    onFormat() {},
  });
  const [violation] = evaluator.run(
    schema,
    registry.resolve("#", { ...location, resource: metaschema }),
  );
  if (!violation) return;
  const deepest = findDeepest(violation);
  const place = deepest.path === "" ? "the top" : JSON.stringify(deepest.path);
  const name = isCustom ? JSON.stringify(declared) : resource.dialect.draft;
  throw new SchemaError(`It is not a valid schema of ${name}. At ${place}: ${deepest.describe()}`);
}

/** Returns the cause that is most likely the mistake: the one deepest in the value. */
function findDeepest(violation: Violation): Violation {
  return violation.causes
    .map(findDeepest)
    .reduce(
      (best, one) => (one.path.length > best.path.length || best === violation ? one : best),
      violation,
    );
}

function describeFault(
  { path, keyword, location, describe }: Violation,
  rootUri: string,
): SchemaFault {
  const { resource, pointer } = location;
  const base = resource.uri === rootUri ? "" : resource.uri;
  const end = keyword === "false schema" ? "" : `/${keyword}`;
  return { path, keyword, message: describe(), schema_path: `${base}#${pointer}${end}` };
}

function describeNested(
  violation: Violation,
  describe: (violation: Violation) => SchemaFault,
): SchemaFault {
  const errors = violation.causes.slice(0, faultsMax).map((one) => describeNested(one, describe));
  return { ...describe(violation), ...(errors.length > 0 && { errors }) };
}

/** Lists violations together with their causes, up to the maximum. */
function flatten(violations: readonly Violation[]): Violation[] {
  const flat: Violation[] = [];
  const visit = (one: Violation): void => {
    if (flat.length === faultsMax) return;
    flat.push(one);
    one.causes.forEach(visit);
  };
  violations.forEach(visit);
  return flat;
}

/** Warnings about ignored parts of a schema. In strict mode the first of them is an error. */
class Warnings {
  readonly #warnings = new Set<string>();
  readonly #strict: boolean;

  constructor(strict: boolean) {
    this.#strict = strict;
  }

  add(warning: string): void {
    if (this.#warnings.size < warningsMax) this.#warnings.add(warning);
  }

  addIgnored(problem: string): void {
    if (this.#strict) throw new SchemaError(`Strict mode: ${problem}`);
    this.add(`In the schema: ${problem}: ignored`);
  }

  list(): string[] {
    return [...this.#warnings];
  }
}

interface KeywordContext {
  warnings: Warnings;
  evaluator: Evaluator;
}

/** Keywords next to `$ref` that carry no rule. */
const plainSiblings = new Set(
  "$ref $schema $id id $comment title description default examples definitions $defs".split(" "),
);

/** Reports what has no effect in a schema object, and compiles its patterns. */
function checkKeywords(location: Location, { warnings, evaluator }: KeywordContext): void {
  const { schema, resource } = location;
  if (!(schema instanceof Map) || metaschemas.has(resource.uri)) return;
  const { keywords, draft, refHidesSiblings } = resource.dialect;
  const hasReference = refHidesSiblings && schema.has("$ref");
  for (const keyword of schema.keys()) {
    const quoted = JSON.stringify(keyword.slice(0, 60));
    if (!keywords.has(keyword)) {
      if (keyword.startsWith("x-")) continue;
      const kind = allKeywords.has(keyword)
        ? `keyword that ${draft} does not have`
        : "unknown keyword";
      warnings.addIgnored(`${kind}: ${quoted}${hints.get(keyword) ?? ""}`);
    } else if (hasReference && !plainSiblings.has(keyword))
      warnings.addIgnored(`keyword next to "$ref" in ${draft}: ${quoted}`);
  }
  const format = schema.get("format");
  if (typeof format === "string" && keywords.has("format") && !findFormat(format, draft))
    warnings.addIgnored(`unknown format: ${JSON.stringify(format.slice(0, 60))}`);
  const pattern = schema.get("pattern");
  if (typeof pattern === "string" && keywords.has("pattern")) evaluator.pattern(pattern);
  const patterns = schema.get("patternProperties");
  if (patterns instanceof Map) for (const source of patterns.keys()) evaluator.pattern(source);
}

/** Keywords of OpenAPI 3.0 that JSON Schema writes differently. */
const hints: ReadonlyMap<string, string> = new Map([
  ["nullable", ' (write "type": ["…", "null"])'],
  ["example", ' (write "examples": […])'],
  ["discriminator", " (OpenAPI)"],
]);

function countValues(value: Json): number {
  if (value instanceof Numeral || typeof value !== "object" || value === null) return 1;
  let total = 1;
  for (const item of value.values()) total += countValues(item);
  return total;
}
