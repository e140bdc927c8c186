import { Ajv, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { linearPattern } from "../linear-pattern.ts";
import { Sameness } from "../sameness.ts";
import { type Draft, type DraftChoice, draftOf } from "./drafts.ts";

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

const schemaCharactersMax = 100_000;
const faultsMax = 100;
/** Past this many values only the first fault is looked for: each costs memory. */
const allFaultsBelow = 10_000;

/**
 * Finds where a value breaks a JSON Schema. Throws where the schema is none, refers to one that it
 * does not hold, or has a pattern that cannot run in linear time.
 */
export function checkSchema(value: unknown, schema: unknown, options: SchemaOptions) {
  const { length } = JSON.stringify(schema);
  if (length > schemaCharactersMax)
    throw new Error(`It must have at most ${schemaCharactersMax} characters: it has ${length}`);
  const validate = compiler(draftOf(schema, options.draft), {
    strictSchema: options.strict,
    strictTypes: false,
    strictTuples: false,
    allErrors: count(value, allFaultsBelow) < allFaultsBelow,
    // Inlining would let a short schema become a long program.
    inlineRefs: false,
    // Without it every object would have the properties of Object.prototype.
    ownProperties: true,
    logger: false,
    code: { regExp: Object.assign(linearPattern, { code: "linearPattern" }) },
  }).compile(schema as object);
  if ("$async" in validate) throw new Error("It must not be asynchronous");
  validate(value);
  return (validate.errors ?? []).slice(0, faultsMax).map((fault) => ({
    path: fault.instancePath,
    keyword: fault.keyword,
    message: fault.message ?? "",
    schema_path: fault.schemaPath,
  }));
}

function compiler(draft: Draft, options: Options): Ajv {
  const ajv = draft === "draft-07" ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  // ajv's own equality calls `valueOf` and `toString` of the objects it is given.
  for (const keyword of ["const", "enum", "uniqueItems"]) ajv.removeKeyword(keyword);
  const same = new Sameness();
  ajv.addKeyword({
    keyword: "const",
    compile: (wanted: unknown) => (value: unknown) => same.of(value) === same.of(wanted),
    error: { message: "must be equal to constant" },
  });
  ajv.addKeyword({
    keyword: "enum",
    schemaType: "array",
    compile: (wanted: unknown[]) => {
      const numbers = new Set(wanted.map((value) => same.of(value)));
      return (value: unknown) => numbers.has(same.of(value));
    },
    error: { message: "must be equal to one of the allowed values" },
  });
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    compile: (on: boolean) => (items: unknown[]) =>
      !on || new Set(items.map((item) => same.of(item))).size === items.length,
    error: { message: "must NOT have duplicate items" },
  });
  return ajv;
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
