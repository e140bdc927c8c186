import { Ajv, type ErrorObject, type FuncKeywordDefinition, type Options, str } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnySchemaObject, DataValidationCxt } from "ajv/dist/types/index.js";
import formats from "ajv-formats";
import { linearPattern } from "../linear-pattern.ts";
import { compareNumbers, isMultiple, isSpecial, isWhole, toNumber } from "../number.ts";
import { Sameness } from "../sameness.ts";
import { type Json, Numeral, toPlain } from "../tree.ts";
import { type Draft, type DraftChoice, resolveDraft } from "./drafts.ts";

export interface SchemaOptions {
  /** `auto` follows the schema's `$schema` and defaults to 2020-12. */
  draft: DraftChoice;
  /** Rejects schemas with unknown keywords or formats. */
  strict: boolean;
}

/** A schema violation. */
export interface SchemaFault {
  path: string;
  keyword: string;
  message: string;
  schema_path: string;
}

const faultsMax = 100;
const warningsMax = 20;
/** From this many values on, validation stops at the first error: each error costs memory. */
const allFaultsBelow = 10_000;

/**
 * Validates a value against a JSON Schema. Numbers compare by their digits. Returns the errors, and warnings about
 * ignored parts of the schema. Throws if the schema is invalid, references another schema, or has a pattern that
 * cannot run in linear time.
 */
export function checkSchema(json: Json, schemaJson: Json, options: SchemaOptions) {
  const exact = new Exact();
  const schema = exact.plain(schemaJson);
  const value = exact.plain(json);
  const warnings = new Set<string>();
  const warn = (message: string) => {
    if (warnings.size < warningsMax) warnings.add(`In the schema: ${message}: ignored`);
  };
  const ajv = makeCompiler(exact, resolveDraft(schema, options.draft), {
    strictSchema: options.strict || "log",
    strictTypes: false,
    strictTuples: false,
    allErrors: countValues(value, allFaultsBelow) < allFaultsBelow,
    // Inlined references could turn a short schema into a long program.
    inlineRefs: false,
    // Otherwise every object would have the properties of Object.prototype.
    ownProperties: true,
    logger: {
      log() {},
      error() {},
      warn: (message: string) => warn(message.replace("strict mode: ", "")),
    },
    code: { regExp: Object.assign(linearPattern, { code: "linearPattern" }) },
  });
  // ajv rejects unknown formats even if it only logs unknown keywords.
  if (!options.strict)
    for (const name of listFormats(schema))
      if (!Object.hasOwn(ajv.formats, name)) {
        ajv.addFormat(name, true);
        warn(`unknown format: ${JSON.stringify(name)}`);
      }
  const validate = ajv.compile(schema as object);
  if ("$async" in validate) throw new Error("It must not be asynchronous");
  validate(value);
  const faults = (validate.errors ?? []).slice(0, faultsMax).map(describeFault);
  return { faults, warnings: [...warnings] };
}

function describeFault({ instancePath, keyword, message = "", schemaPath }: ErrorObject) {
  return { path: instancePath, keyword, message, schema_path: schemaPath };
}

/** Converts trees to the JavaScript values that ajv needs, and finds the exact tree of each. */
class Exact {
  readonly #trees = new WeakMap<object, Json>();
  /** The root value, which has no parent. */
  #root: Json = null;

  /**
   * Converts a tree. A number that no double represents becomes one that is an integer if and only if the original
   * is.
   */
  plain(json: Json): unknown {
    this.#root = json;
    return toPlain(json, {
      inexact: (raw) => {
        const number = toNumber(raw);
        if (isSpecial(raw) || Number.isInteger(number) === isWhole(raw)) return number;
        return Number.isFinite(number) ? 0.5 : Number.MAX_VALUE * Math.sign(number);
      },
      onCreate: (created, from) => this.#trees.set(created, from),
    });
  }

  /** Returns the tree of a value. Scalars are found through their parent and key. */
  of(value: unknown, parent: unknown, key: string | number): Json | undefined {
    if (typeof value === "object" && value !== null) return this.#trees.get(value);
    if (typeof value !== "number") return value as Json;
    if (typeof parent !== "object" || parent === null) return this.#root;
    const tree = this.#trees.get(parent);
    if (Array.isArray(tree)) return tree[Number(key)];
    return tree instanceof Map ? tree.get(String(key)) : undefined;
  }
}

function makeCompiler(exact: Exact, draft: Draft, options: Options): Ajv {
  const ajv = draft === "draft-07" ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  // ajv resolves $anchor but doesn't list it as a known keyword.
  if (draft === "2020-12") ajv.addKeyword("$anchor");
  for (const keyword of [...createEqualityKeywords(new Sameness()), ...bounds])
    replace(ajv, keyword, exact);
  return ajv;
}

/** A keyword that compares numbers by all digits. `prepare` runs once, and `fits` receives its result. */
interface ExactKeyword extends Omit<FuncKeywordDefinition, "keyword"> {
  keyword: string;
  prepare(expected: Json): unknown;
  fits(value: Json, expected: unknown): boolean;
}

/** Replaces ajv's keyword, which compares doubles and calls methods of the objects it is given. */
function replace(ajv: Ajv, { keyword, prepare, fits, ...definition }: ExactKeyword, exact: Exact) {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...definition,
    keyword,
    compile(schema: unknown, parent: AnySchemaObject) {
      const expected = prepare(exact.of(schema, parent, keyword) ?? (schema as Json));
      return (data: unknown, at?: DataValidationCxt) =>
        fits(
          exact.of(data, at?.parentData, at?.parentDataProperty ?? "") ?? (data as Json),
          expected,
        );
    },
  });
}

function createEqualityKeywords(same: Sameness): ExactKeyword[] {
  const isOneOf = (value: Json, numbers: unknown) =>
    numbers instanceof Set && numbers.has(same.of(value));
  return [
    {
      keyword: "const",
      prepare: (expected) => new Set([same.of(expected)]),
      fits: isOneOf,
      error: { message: "must be equal to constant" },
    },
    {
      keyword: "enum",
      schemaType: "array",
      prepare: (expected) =>
        new Set(Array.isArray(expected) ? expected.map((item) => same.of(item)) : []),
      fits: isOneOf,
      error: { message: "must be equal to one of the allowed values" },
    },
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      prepare: (expected) => expected === true,
      fits: (items, mustDiffer) =>
        !mustDiffer ||
        !Array.isArray(items) ||
        new Set(items.map((item) => same.of(item))).size === items.length,
      error: { message: "must NOT have duplicate items" },
    },
  ];
}

const bounds: readonly ExactKeyword[] = [
  createComparison("multipleOf", "multiple of", isMultiple),
  createComparison("minimum", ">=", (value, bound) => compareNumbers(value, bound) >= 0),
  createComparison("maximum", "<=", (value, bound) => compareNumbers(value, bound) <= 0),
  createComparison("exclusiveMinimum", ">", (value, bound) => compareNumbers(value, bound) > 0),
  createComparison("exclusiveMaximum", "<", (value, bound) => compareNumbers(value, bound) < 0),
];

function createComparison(
  keyword: string,
  relation: string,
  holds: (value: string, bound: string) => boolean,
): ExactKeyword {
  return {
    keyword,
    type: "number",
    schemaType: "number",
    prepare: toRawText,
    fits: (value, bound) => holds(toRawText(value), String(bound)),
    error: { message: ({ schema }) => str`must be ${relation} ${schema}` },
  };
}

function toRawText(json: Json): string {
  return json instanceof Numeral ? json.raw : String(json);
}

/** Lists the values of all `format` members, at any depth. */
function listFormats(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { format } = schema as { format?: unknown };
  const inside = Object.values(schema).flatMap(listFormats);
  return typeof format === "string" ? [format, ...inside] : inside;
}

/** Counts the values in a value, up to a bound. */
function countValues(value: unknown, bound: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let total = 1;
  for (const item of Object.values(value)) {
    total += countValues(item, bound - total);
    if (total >= bound) break;
  }
  return total;
}
