import dev from "../../plugin.ts";
import { describe, Fault, type SyntaxFault, shortened } from "../fault.ts";
import { Notes } from "../notes.ts";
import { type Parsed, parse } from "../parse/parse.ts";
import type { Dialect } from "../parse/scan.ts";
import { toPlain } from "../plain.ts";
import { treeBuilder } from "../read.ts";
import { type Json, typeOf } from "../tree.ts";
import { checkSchema, type SchemaFault, type SchemaOptions } from "./schema.ts";

/** Tells whether a text is JSON of a dialect, and whether what it says fits a JSON Schema. */
export function validateJson(
  json: string,
  { mode, schema, ...options }: { mode: Dialect; schema?: unknown } & SchemaOptions,
) {
  const notes = new Notes(json);
  const read = attempt(json, mode, notes);
  if ("error" in read) return { valid: false, ...verdict(notes), ...read };
  const { value, depth, keys } = read.parsed;
  const faults = schema === undefined ? [] : faultsOf(value, schema, options);
  return {
    valid: faults.length === 0,
    ...verdict(notes),
    type: typeOf(value),
    depth,
    keys,
    schema_errors: faults,
  };
}

function verdict(notes: Notes) {
  return {
    error: null as SyntaxFault | null,
    type: null as ReturnType<typeof typeOf> | null,
    depth: 0,
    keys: 0,
    duplicate_keys: notes.duplicates,
    warnings: notes.list(),
    schema_errors: [] as SchemaFault[],
  };
}

function attempt(
  json: string,
  dialect: Dialect,
  notes: Notes,
): { parsed: Parsed<Json> } | { error: SyntaxFault } {
  try {
    return { parsed: parse(json, treeBuilder, { dialect, notes }) };
  } catch (error) {
    if (error instanceof Fault) return { error: describe(error, json) };
    throw error;
  }
}

function faultsOf(value: Json, schema: unknown, options: SchemaOptions): SchemaFault[] {
  try {
    return checkSchema(toPlain(value, { inexact: "double" }), schema, options);
  } catch (error) {
    // Whatever ajv or RE2 stumble over while they compile or run it lies in the schema.
    const reason = error instanceof RangeError ? "It refers to itself without end" : String(error);
    throw dev.error(
      "invalid_schema",
      `body.schema cannot be used: ${shortened(reason.replace(/^\w*Error: /, ""))}`,
      {
        at: "body.schema",
        cause: error,
      },
    );
  }
}
