import { Ajv, type ErrorObject, type FuncKeywordDefinition, type Options, str } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnySchemaObject, DataValidationCxt } from "ajv/dist/types/index.js";
import formats from "ajv-formats";
import { linearPattern } from "../linear-pattern.ts";
import { compareNumbers, isMultiple, isSpecial, isWhole, toNumber } from "../number.ts";
import { Sameness } from "../sameness.ts";
import { type Json, Numeral, toPlain } from "../tree.ts";
import { type Draft, type DraftChoice, resolveDraft } from "./options.ts";

export interface SchemaOptions {
  /** `auto` goes by the schema's `$schema`, and without one takes 2020-12. */
  draft: DraftChoice;
  /** Refuses a schema with keywords or formats that no one knows. */
  strict: boolean;
}

/** Where a value breaks a schema. */
export interface SchemaFault {
  path: string;
  keyword: string;
  message: string;
  schema_path: string;
}

const faultsMax = 100;
const warningsMax = 20;
/** Past this many values only the first fault is looked for: each costs memory. */
const allFaultsBelow = 10_000;

/**
 * Finds where a value breaks a JSON Schema, comparing numbers by their digits, and what of the schema
 * is passed over. Throws where it is none, refers to one that it does not hold, or has a pattern that
 * cannot run in linear time.
 */
export function checkSchema(json: Json, schemaJson: Json, options: SchemaOptions) {
  const exact = new Exact();
  const schema = exact.plain(schemaJson);
  const value = exact.plain(json);
  const warnings = new Set<string>();
  const warn = (message: string) => {
    if (warnings.size < warningsMax) warnings.add(`In the schema: ${message}: it is passed over`);
  };
  const ajv = makeCompiler(exact, resolveDraft(schema, options.draft), {
    strictSchema: options.strict || "log",
    strictTypes: false,
    strictTuples: false,
    allErrors: countValues(value, allFaultsBelow) < allFaultsBelow,
    // Inlining would let a short schema become a long program.
    inlineRefs: false,
    // Without it every object would have the properties of Object.prototype.
    ownProperties: true,
    logger: {
      log() {},
      error() {},
      warn: (message: string) => warn(message.replace("strict mode: ", "")),
    },
    code: { regExp: Object.assign(linearPattern, { code: "linearPattern" }) },
  });
  // Of a format that it does not know ajv makes a failure even where it only logs unknown keywords.
  if (!options.strict)
    for (const name of formatsIn(schema))
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

/** Values of JavaScript, as ajv wants them, and the tree with all digits that each was made from. */
class Exact {
  readonly #trees = new WeakMap<object, Json>();
  /** What was made last, which stands in nothing. */
  #root: Json = null;

  /** The value of a tree. A number that no double holds is one that is whole where the number is. */
  plain(json: Json): unknown {
    this.#root = json;
    return toPlain(json, {
      inexact: (raw) => {
        const number = toNumber(raw);
        if (isSpecial(raw) || Number.isInteger(number) === isWhole(raw)) return number;
        return Number.isFinite(number) ? 0.5 : Number.MAX_VALUE * Math.sign(number);
      },
      onMade: (made, from) => this.#trees.set(made, from),
    });
  }

  /** The tree of a value, found by itself or by where it stands. */
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
  // It is followed, and yet not among the keywords that are known.
  if (draft === "2020-12") ajv.addKeyword("$anchor");
  for (const keyword of [...equalities(new Sameness()), ...bounds]) replace(ajv, keyword, exact);
  return ajv;
}

/** A keyword that compares by all digits. What `prepare` makes of its value, once, is what `fits` gets. */
interface ExactKeyword extends Omit<FuncKeywordDefinition, "keyword"> {
  keyword: string;
  prepare(wanted: Json): unknown;
  fits(value: Json, wanted: unknown): boolean;
}

/** Puts a keyword in place of ajv's, which has doubles alone and calls methods of the objects it is given. */
function replace(ajv: Ajv, { keyword, prepare, fits, ...definition }: ExactKeyword, exact: Exact) {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...definition,
    keyword,
    compile(schema: unknown, parent: AnySchemaObject) {
      const wanted = prepare(exact.of(schema, parent, keyword) ?? (schema as Json));
      return (data: unknown, at?: DataValidationCxt) =>
        fits(
          exact.of(data, at?.parentData, at?.parentDataProperty ?? "") ?? (data as Json),
          wanted,
        );
    },
  });
}

function equalities(same: Sameness): ExactKeyword[] {
  const isOneOf = (value: Json, numbers: unknown) =>
    numbers instanceof Set && numbers.has(same.of(value));
  return [
    {
      keyword: "const",
      prepare: (wanted) => new Set([same.of(wanted)]),
      fits: isOneOf,
      error: { message: "must be equal to constant" },
    },
    {
      keyword: "enum",
      schemaType: "array",
      prepare: (wanted) =>
        new Set(Array.isArray(wanted) ? wanted.map((item) => same.of(item)) : []),
      fits: isOneOf,
      error: { message: "must be equal to one of the allowed values" },
    },
    {
      keyword: "uniqueItems",
      type: "array",
      schemaType: "boolean",
      prepare: (wanted) => wanted === true,
      fits: (items, mustDiffer) =>
        !mustDiffer ||
        !Array.isArray(items) ||
        new Set(items.map((item) => same.of(item))).size === items.length,
      error: { message: "must NOT have duplicate items" },
    },
  ];
}

const bounds: readonly ExactKeyword[] = [
  compareBy("multipleOf", "multiple of", isMultiple),
  compareBy("minimum", ">=", (value, bound) => compareNumbers(value, bound) >= 0),
  compareBy("maximum", "<=", (value, bound) => compareNumbers(value, bound) <= 0),
  compareBy("exclusiveMinimum", ">", (value, bound) => compareNumbers(value, bound) > 0),
  compareBy("exclusiveMaximum", "<", (value, bound) => compareNumbers(value, bound) < 0),
];

function compareBy(
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

/** Whatever a schema may mean for a format, which may stand at any depth. */
function formatsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { format } = schema as { format?: unknown };
  const inside = Object.values(schema).flatMap(formatsIn);
  return typeof format === "string" ? [format, ...inside] : inside;
}

/** How many values there are in a value, up to a bound. */
function countValues(value: unknown, bound: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let total = 1;
  for (const item of Object.values(value)) {
    total += countValues(item, bound - total);
    if (total >= bound) break;
  }
  return total;
}
