import dev from "../../plugin.ts";
import { DepthFault, describe, Fault, type SyntaxFault, shorten } from "../fault.ts";
import { Notes } from "../notes.ts";
import { toNumber } from "../number.ts";
import { type Parsed, parse } from "../parse/parse-json.ts";
import type { Dialect } from "../parse/scan.ts";
import { fromPlain, getType, type Json, Numeral, readJson, treeBuilder } from "../tree.ts";
import { checkSchema, type SchemaFault, type SchemaOptions } from "./schema.ts";

/** Tells whether a text is JSON of a dialect, and whether what it says fits a JSON Schema. */
export function validateJson(
  json: string,
  { mode, schema, ...options }: { mode: Dialect; schema?: unknown } & SchemaOptions,
) {
  const notes = new Notes(json);
  const read = tryToRead(json, mode, notes);
  if ("error" in read) return { valid: false, ...startVerdict(notes), ...read };
  const { value, depth, keys } = read.parsed;
  const { faults, warnings } =
    schema === undefined ? { faults: [], warnings: [] } : checkAgainst(value, schema, options);
  return {
    valid: faults.length === 0,
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
    // What is too deep for the hub may be sound all the same: nothing is known of it.
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

function checkAgainst(value: Json, given: unknown, options: SchemaOptions) {
  const refuse = (why: string, cause?: unknown) =>
    dev.error("invalid_schema", `body.schema cannot be used: ${shorten(why)}`, {
      at: "body.schema",
      cause,
    });
  const isText = typeof given === "string";
  const { length } = isText ? given : JSON.stringify(given);
  if (length > schemaCharactersMax)
    throw refuse(`It must have at most ${schemaCharactersMax} characters: it has ${length}`);
  try {
    const schema = isText ? readJson(given) : fromPlain(given);
    const { faults, warnings } = checkSchema(value, schema, options);
    return { faults, warnings: isText ? warnings : [...warnings, ...warnOfLostDigits(schema)] };
  } catch (error) {
    // Whatever ajv or RE2 stumble over while they compile or run it lies in the schema.
    if (error instanceof RangeError) throw refuse("It refers to itself without end", error);
    throw refuse(error instanceof Error ? error.message : String(error), error);
  }
}

/** A number of the schema of which digits may be lost: it came as a double, within the body. */
function warnOfLostDigits(schema: Json): string[] {
  const found = firstNumeral(schema, ({ raw }) => {
    const number = toNumber(raw);
    return Number.isInteger(number) && !Number.isSafeInteger(number);
  });
  if (!found) return [];
  return [
    `In the schema: the number ${found.raw} may have lost digits: give the schema as a text to have it exact`,
  ];
}

function firstNumeral(json: Json, is: (numeral: Numeral) => boolean): Numeral | undefined {
  if (json instanceof Numeral) return is(json) ? json : undefined;
  const items = Array.isArray(json) ? json : json instanceof Map ? [...json.values()] : [];
  for (const item of items) {
    const found = firstNumeral(item, is);
    if (found) return found;
  }
  return undefined;
}
