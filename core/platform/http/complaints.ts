import { type TSchema, Type } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import type { Complaint } from "../../contract/errors.ts";
import { fileFault, isFile } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import { suggestNearest } from "../../lib/nearest.ts";

const complaintsMax = 20;

/** Describes each validation error with its location, the allowed value and the value that was sent. */
export function explain(errors: Iterable<ValueError>, place: string): Complaint[] {
  const complaints = new Map<string, Complaint>();
  for (const error of errors) {
    const { fault, path } = findMostSpecific(error);
    const names = path.split("/").map(unescapePointer);
    const location = shortenLocation(place + names.join("."));
    const what = describeFault(fault, names.at(-1) ?? "");
    const hint = place === "query" ? hintAtEncoding(fault) : "";
    const message = `${location} ${what}${hint}`;
    // Keeps the first error per field: a missing field also has the wrong type.
    if (!complaints.has(location)) complaints.set(location, { location, message });
    if (complaints.size === complaintsMax) break;
  }
  return [...complaints.values()].toSorted((a, b) => rank(a) - rank(b));
}

/** Orders complaints: a misspelt name explains why a field is missing, and a wrong value is more than a missing one. */
function rank({ location, message }: Complaint): number {
  const what = message.slice(location.length);
  return what.startsWith(" is unknown") ? 0 : what.startsWith(" is missing") ? 2 : 1;
}

/** Decodes a name in a JSON pointer (RFC 6901). */
function unescapePointer(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Explains a value of a query that its encoding has changed. */
function hintAtEncoding({ type, value }: ValueError): string {
  if (type === ValueErrorType.ObjectAdditionalProperties || typeof value !== "string") return "";
  if (value === "") return '. In a URL, "#" is written %23 and "&" %26';
  if (/%[\da-f]{2}/i.test(value)) return ". It is percent-encoded twice";
  return value.includes(" ") ? '. In a URL, "+" means a space: write %2B for a plus sign' : "";
}

/** Enough for every path of a schema. The names that a caller makes up may be whole texts. */
const locationMax = 200;

function shortenLocation(location: string): string {
  return location.length > locationMax ? `${location.slice(0, locationMax)}…` : location;
}

/** Returns the most specific error of a union: that of the selected or closest option. */
function findMostSpecific(fault: ValueError): { fault: ValueError; path: string } {
  if (fault.type !== ValueErrorType.Union) return { fault, path: fault.path };
  const tag = findTag(fault.schema.anyOf);
  const options = fault.errors.map((errors) => [...errors].filter(isRelevant));
  if (tag !== undefined && isObject(fault.value)) {
    const given = fault.value;
    const meant = fault.schema.anyOf.findIndex(
      (option: TSchema) => option.properties[tag].const === given[tag],
    );
    const [first] = options[meant] ?? [];
    if (first) return findMostSpecific(first);
    const path = `${fault.path}/${tag}`;
    const anyOf = fault.schema.anyOf.map((option: TSchema) => option.properties[tag]);
    const value = given[tag];
    const type = value === undefined ? ValueErrorType.ObjectRequiredProperty : fault.type;
    return { fault: { ...fault, type, schema: Type.Unsafe({ anyOf }), value }, path };
  }
  const inside = options.filter((errors) => errors[0] && errors[0].path.length > fault.path.length);
  const nearest = inside.toSorted((a, b) => a.length - b.length)[0]?.[0];
  return nearest ? findMostSpecific(nearest) : { fault, path: fault.path };
}

/** Returns false for missing fields with a default: they are filled in once the rest is valid. */
function isRelevant({ type, schema }: ValueError): boolean {
  return type !== ValueErrorType.ObjectRequiredProperty || schema.default === undefined;
}

/** Returns the discriminator field of a union, if it has one. */
function findTag(options: readonly TSchema[]): string | undefined {
  const [first] = options;
  return Object.keys(first?.properties ?? {}).find((name) =>
    options.every((option) => option.properties?.[name]?.const !== undefined),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function describeFault({ type, schema, value }: ValueError, name: string): string {
  if (schema.type === "array" && isFile(Object(schema.items)) && !Array.isArray(value))
    return `must be files in a form, as curl sends them with -F ${name}=@FILE: it is ${value === undefined ? "missing" : `a ${typeof value}`}`;
  switch (type) {
    case ValueErrorType.ObjectRequiredProperty:
      return `is missing: it must be ${describeAllowed(schema)}`;
    case ValueErrorType.ObjectAdditionalProperties: {
      const known = Object.keys(schema.properties ?? {});
      return `is unknown${suggestNearest(name.replace("[]", ""), known)}: ${known.length ? `this endpoint accepts ${known.join(", ")}` : "this endpoint accepts none"}`;
    }
    case ValueErrorType.StringMinLength:
    case ValueErrorType.StringMaxLength:
      return `must have ${describeBounds(schema.minLength, schema.maxLength, "character")}: it has ${String(value).length}`;
    case ValueErrorType.ArrayMinItems:
    case ValueErrorType.ArrayMaxItems:
      return `must have ${describeBounds(schema.minItems, schema.maxItems, "item")}: it has ${(value as unknown[]).length}`;
    case ValueErrorType.ArrayUniqueItems:
      return "must not contain duplicates";
    case ValueErrorType.Kind:
      if (schema.type === "string" && schema.format === "binary")
        return typeof value === "string"
          ? `must be a file in a form, as curl sends it with -F ${name}=@FILE: it is a text`
          : (fileFault(schema, value) ?? "must be a file");
  }
  if (schema.writeOnly) return `must be ${describeAllowed(schema)}: it is a ${typeof value}`;
  return `must be ${describeAllowed(schema)}: it is ${quoteValue(value)}`;
}

/** Describes what a schema allows, such as `a whole number from 64 to 2000`. */
export function describeAllowed(schema: TSchema): string {
  if (schema.errorMessage) return schema.errorMessage;
  if (schema.enum) return joinOptions(schema.enum.map(quoteValue));
  if (schema.const !== undefined) return quoteValue(schema.const);
  if (schema.anyOf) return joinOptions(schema.anyOf.map(describeAllowed));
  switch (schema.type) {
    case "integer":
      return `a whole number${describeRange(schema)}`;
    case "number":
      return `a number${describeRange(schema)}`;
    case "boolean":
      return "true or false";
    case "array":
      return `a list of ${describeBounds(schema.minItems, schema.maxItems, "item")}`;
    case "object":
      return "an object";
    case "null":
      return "null";
    case "string":
      if (schema.format === "binary") return "a file";
      if (schema.format === "date") return "a date such as 2026-01-31";
      return `a string${schema.pattern ? " in another format" : ""}${schema.minLength || schema.maxLength ? ` of ${describeBounds(schema.minLength, schema.maxLength, "character")}` : ""}`;
    default:
      return "another value";
  }
}

function describeRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: TSchema): string {
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined) return ` below ${exclusiveMaximum}`;
  if (minimum === undefined) return maximum === undefined ? "" : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

function describeBounds(min: number | undefined, max: number | undefined, unit: string): string {
  const plural = (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (max === undefined) return min ? `at least ${plural(min)}` : `any number of ${unit}s`;
  if (!min) return `at most ${plural(max)}`;
  return min === max ? plural(max) : `${min} to ${plural(max)}`;
}

function joinOptions(all: string[]): string {
  const options = [...new Set(all)];
  return options.length < 2
    ? options.join()
    : `${options.slice(0, -1).join(", ")} or ${options.at(-1)}`;
}

/** Formats a value for a message and truncates long ones. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (value instanceof Blob || value instanceof StoredUpload) return "a file";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
