import type { JsonSchema } from "../../examples/published.ts";
import { bytes, group } from "../openapi/facts.ts";

/** Describes the type of a value: `whole number from 64 to 2000`. */
export function describeType(schema: JsonSchema): string {
  const { anyOf, oneOf, enum: allowed, type } = schema;
  const options = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (options) return joinOptions([...new Set(options.map(describeType))]);
  if ("const" in schema) return showValue(schema.const);
  if (Array.isArray(allowed))
    return allowed.length > namedValuesMax
      ? `one of ${allowed.length}`
      : joinOptions(allowed.map(showValue));
  switch (type) {
    case "integer":
    case "number":
      return joinTypes(type === "integer" ? "whole number" : "number", numberBounds(schema));
    case "string":
      return schema.format === "binary" ? fileType(schema) : textType(schema);
    case "boolean":
      return "true or false";
    case "array":
      return arrayType(schema);
    case "object":
      return schema.properties ? "object" : "object of any names";
    case "null":
      return "null";
    default:
      return Array.isArray(type) ? type.join(" or ") : "any value";
  }
}

/** Maximum number of allowed values that a type names. */
export const namedValuesMax = 4;

/** Joins alternatives: `0, 90, 180 or 270`. */
function joinOptions(options: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(options);
}

/** Formats a value. */
export function showValue(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

function numberBounds(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return joinTypes(
    between(minimum, maximum),
    exclusiveMinimum !== undefined && `above ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `below ${exclusiveMaximum}`,
    multipleOf !== undefined && `in steps of ${multipleOf}`,
  );
}

function between(min: unknown, max: unknown): string {
  const [from, to] = [min, max].map((bound) => bound !== undefined && group(Number(bound)));
  if (from && to) return `from ${from} to ${to}`;
  return from ? `from ${from}` : to ? `up to ${to}` : "";
}

function textType({ minLength, maxLength, format }: JsonSchema): string {
  const length = between(minLength || undefined, maxLength);
  return joinTypes(String(format ?? "text"), length && `${length} characters`);
}

function fileType(schema: JsonSchema): string {
  const max = schema["x-max-bytes"];
  const types = schema["x-media-types"] as string[] | undefined;
  return joinTypes(
    "file",
    max !== undefined && `up to ${bytes(Number(max))}`,
    types && `of type ${types.join(" or ")}`,
  );
}

function arrayType({ items, prefixItems, minItems, maxItems }: JsonSchema): string {
  if (Array.isArray(prefixItems)) return `list of ${prefixItems.map(describeType).join(", ")}`;
  const what = typeof items === "object" ? describeType(items as JsonSchema) : "any value";
  const count = between(minItems || undefined, maxItems).replace(/^from (?=.* to )/, "");
  return `${count || "list of"} items, each ${addArticle(what)}`;
}

/** Adds the article to a type, if it is one of the general ones. */
function addArticle(type: string): string {
  if (type.startsWith("object")) return `an ${type}`;
  return /^(?:whole number|number|text|file)\b/.test(type) ? `a ${type}` : type;
}

function joinTypes(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
