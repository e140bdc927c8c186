import { Ajv, type FuncKeywordDefinition, type Options, str } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnySchemaObject, DataValidationCxt } from "ajv/dist/types/index.js";
import formats from "ajv-formats";
import { linearPattern } from "../linear-pattern.ts";
import { compareNumbers, isMultiple, isSpecial, isWhole, toNumber } from "../number.ts";
import { Sameness } from "../sameness.ts";
import { type Json, Numeral, toPlain } from "../tree.ts";
import { type Draft, type DraftChoice, draftOf } from "./options.ts";

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
  const ajv = compiler(exact, draftOf(schema, options.draft), {
    strictSchema: options.strict || "log",
    strictTypes: false,
    strictTuples: false,
    allErrors: count(value, allFaultsBelow) < allFaultsBelow,
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
  const faults = (validate.errors ?? []).slice(0, faultsMax).map((fault) => ({
    path: fault.instancePath,
    keyword: fault.keyword,
    message: fault.message ?? "",
    schema_path: fault.schemaPath,
  }));
  return { faults, warnings: [...warnings] };
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

function compiler(exact: Exact, draft: Draft, options: Options): Ajv {
  const ajv = draft === "draft-07" ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  // It is followed, and yet not among the keywords that are known.
  if (draft === "2020-12") ajv.addKeyword("$anchor");
  const same = new Sameness();
  const define = (
    keyword: string,
    {
      of,
      fits,
      ...definition
    }: Omit<FuncKeywordDefinition, "keyword"> & {
      /** Makes of the keyword's value what is compared with. */
      of?: (wanted: Json) => unknown;
      fits: (value: Json, wanted: never) => boolean;
    },
  ) => {
    // ajv's own has doubles alone, and calls `valueOf` and `toString` of the objects it is given.
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      ...definition,
      keyword,
      compile(schema: unknown, parent: AnySchemaObject) {
        const wanted = exact.of(schema, parent, keyword) ?? (schema as Json);
        const prepared = (of ? of(wanted) : wanted) as never;
        return (data: unknown, at?: DataValidationCxt) =>
          fits(
            exact.of(data, at?.parentData, at?.parentDataProperty ?? "") ?? (data as Json),
            prepared,
          );
      },
    });
  };
  define("const", {
    of: (wanted) => same.of(wanted),
    fits: (value, wanted) => same.of(value) === wanted,
    error: { message: "must be equal to constant" },
  });
  define("enum", {
    schemaType: "array",
    of: (wanted) => new Set((wanted as Json[]).map((item) => same.of(item))),
    fits: (value, wanted: Set<number>) => wanted.has(same.of(value)),
    error: { message: "must be equal to one of the allowed values" },
  });
  define("uniqueItems", {
    type: "array",
    schemaType: "boolean",
    fits: (items, on) =>
      !on ||
      new Set((items as Json[]).map((item) => same.of(item))).size === (items as Json[]).length,
    error: { message: "must NOT have duplicate items" },
  });
  const number = { type: "number", schemaType: "number" } as const;
  define("multipleOf", {
    ...number,
    fits: (value, of) => isMultiple(rawOf(value), rawOf(of)),
    error: { message: ({ schema }) => str`must be multiple of ${schema}` },
  });
  const bounds = {
    minimum: [">=", (order: number) => order >= 0],
    maximum: ["<=", (order: number) => order <= 0],
    exclusiveMinimum: [">", (order: number) => order > 0],
    exclusiveMaximum: ["<", (order: number) => order < 0],
  } as const;
  for (const [keyword, [sign, isWithin]] of Object.entries(bounds))
    define(keyword, {
      ...number,
      fits: (value, bound) => isWithin(compareNumbers(rawOf(value), rawOf(bound))),
      error: { message: ({ schema }) => str`must be ${sign} ${schema}` },
    });
  return ajv;
}

function rawOf(json: Json): string {
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
function count(value: unknown, bound: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let total = 1;
  for (const item of Object.values(value)) {
    total += count(item, bound - total);
    if (total >= bound) break;
  }
  return total;
}
