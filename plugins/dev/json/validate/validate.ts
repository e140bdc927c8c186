import dev from "../../plugin.ts";
import { DepthFault, describe, Fault, type SyntaxFault, shorten } from "../fault.ts";
import { Notes } from "../notes.ts";
import { toNumber } from "../number.ts";
import { type Parsed, parse } from "../parse-json.ts";
import type { Dialect } from "../scan.ts";
import { fromPlain, getType, type Json, Numeral, readJson, treeBuilder } from "../tree.ts";
import { checkSchema, type SchemaFault, type SchemaOptions } from "./check-schema.ts";
import { SchemaError } from "./schema-error.ts";

interface ValidateOptions extends Omit<SchemaOptions, "documents"> {
  mode: Dialect;
  schema?: unknown;
  /** Documents that the schema refers to, by URI. */
  schemas?: Readonly<Record<string, unknown>> | undefined;
}

/** Validates a JSON text against a dialect and, if given, a JSON Schema. */
export function validateJson(
  json: string,
  { mode, schema, schemas = {}, ...options }: ValidateOptions,
) {
  const notes = new Notes(json);
  const read = tryToRead(json, mode, notes);
  if ("error" in read) return { valid: false, ...startVerdict(notes), ...read };
  const { value, depth, keys } = read.parsed;
  const { valid, faults, warnings } =
    schema === undefined
      ? { valid: true, faults: [], warnings: [] }
      : checkAgainst(value, schema, { schemas, ...options });
  return {
    valid,
    ...startVerdict(notes),
    warnings: [...notes.list(), ...warnings],
    type: getType(value),
    depth,
    keys,
    schema_errors: faults,
  };
}

function startVerdict(notes: Notes) {
  return {
    error: null as SyntaxFault | null,
    type: null as ReturnType<typeof getType> | null,
    depth: 0,
    keys: 0,
    duplicate_keys: notes.duplicates,
    warnings: notes.list(),
    schema_errors: [] as SchemaFault[],
  };
}

function tryToRead(
  json: string,
  dialect: Dialect,
  notes: Notes,
): { parsed: Parsed<Json> } | { error: SyntaxFault } {
  try {
    return { parsed: parse(json, treeBuilder, { dialect, notes }) };
  } catch (error) {
    // A text too deep for the hub may still be valid, so no verdict is possible.
    if (error instanceof DepthFault)
      throw dev.error("too_deep", `body.json cannot be read: ${error.message}`, {
        at: "body.json",
        members: { ...describe(error, json) },
      });
    if (error instanceof Fault) return { error: describe(error, json) };
    throw error;
  }
}

const schemaCharactersMax = 100_000;
const documentsCharactersMax = 500_000;

function checkAgainst(
  value: Json,
  given: unknown,
  { schemas = {}, ...options }: Omit<ValidateOptions, "mode" | "schema">,
) {
  try {
    const { schema, warnings } = readSchema(given, schemaCharactersMax);
    let left = documentsCharactersMax;
    const documents = new Map<string, Json>();
    for (const [uri, document] of Object.entries(schemas)) {
      const read = readSchema(document, left);
      left -= read.length;
      documents.set(uri, read.schema);
      warnings.push(...read.warnings);
    }
    const result = checkSchema(value, schema, { ...options, documents });
    return { ...result, warnings: [...result.warnings, ...warnings] };
  } catch (error) {
    if (error instanceof RangeError)
      throw dev.error("too_deep", "body.schema cannot be used: it and the text nest too deeply", {
        at: "body.schema",
        cause: error,
      });
    if (!(error instanceof SchemaError || error instanceof Fault)) throw error;
    throw dev.error("invalid_schema", `body.schema cannot be used: ${shorten(error.message)}`, {
      at: "body.schema",
      cause: error,
    });
  }
}

/** Reads a schema that is given as a value or as text, which keeps the digits of its numbers. */
function readSchema(given: unknown, charactersMax: number) {
  const isText = typeof given === "string";
  const { length } = isText ? given : JSON.stringify(given);
  if (length > charactersMax)
    throw new SchemaError(`It must have at most ${charactersMax} characters: it has ${length}`);
  const schema = isText ? readJson(given) : fromPlain(given);
  return { schema, length, warnings: isText ? [] : warnOfLostDigits(schema) };
}

/** Warns if an integer of the schema may have lost digits, because it was parsed as a double in the request body. */
function warnOfLostDigits(schema: Json): string[] {
  const numeral = findNumeral(schema, ({ raw }) => {
    const number = toNumber(raw);
    return Number.isInteger(number) && !Number.isSafeInteger(number);
  });
  if (!numeral) return [];
  return [
    `In the schema: the number ${numeral.raw} may have lost digits: give the schema as a text to have it exact`,
  ];
}

function findNumeral(json: Json, predicate: (numeral: Numeral) => boolean): Numeral | undefined {
  if (json instanceof Numeral) return predicate(json) ? json : undefined;
  const items = Array.isArray(json) ? json : json instanceof Map ? [...json.values()] : [];
  for (const item of items) {
    const numeral = findNumeral(item, predicate);
    if (numeral) return numeral;
  }
  return undefined;
}
