import { seededRandom } from "hub/testing";

/** A JSON Schema of the OpenAPI document. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | false;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  pattern?: string;
  format?: string;
  default?: unknown;
  examples?: unknown[];
}

/** A seeded random function with results from 0 to 1. */
export type Random = () => number;

export function createRandom(seed: number): Random {
  const random = seededRandom(seed);
  return () => random.integer(2 ** 30) / 2 ** 30;
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

const texts = [
  "a",
  "hello world",
  "Grüße aus Köln",
  "日本語テキスト",
  "👩‍👩‍👧 family",
  "<b>&amp;\"'</b>",
  "line one\nline two\r\n\ttabbed",
  "../../etc/passwd",
  "%00%zz",
  "0",
  "-1",
  "null",
  "=1+1",
  "\u0000\u0001\u007f",
  "\ud800 alone",
  "مرحبا",
  "2026-01-02",
  "https://example.com/path?x=1",
  "ann@example.com",
];
/** Long enough to find a bound, short enough to send many. */
const lengthMax = 3000;
const itemsMax = 4;

/** Returns a value that fits a schema, often one at a bound. */
export function generateFit(schema: Schema, random: Random, depth = 0): unknown {
  if (schema.default !== undefined && random() < 0.1) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(random, schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return generateFit(pick(random, options), random, depth);
  switch (schema.type) {
    case "integer":
    case "number":
      return generateNumber(schema, random);
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    case "array":
      return generateList(schema, random, depth);
    case "object":
      return generateObject(schema, random, depth);
    default:
      return generateText(schema, random);
  }
}

function generateNumber(schema: Schema, random: Random): number {
  const { type, multipleOf = type === "integer" ? 1 : 0.25 } = schema;
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? -1000) + multipleOf;
  const most =
    schema.maximum ?? (schema.exclusiveMaximum ?? Math.max(least, 0) + 1000) - multipleOf;
  const place = pick(random, [0, 1, random(), random()]);
  const steps = Math.floor(((most - least) / multipleOf) * place);
  return place === 1 ? most : least + steps * multipleOf;
}

function generateText({ minLength = 0, maxLength = lengthMax }: Schema, random: Random): string {
  const most = Math.min(maxLength, Math.max(minLength, lengthMax));
  const text = pick(random, texts);
  const length = pick(random, [text.length, text.length, text.length, minLength, most]);
  const bounded = Math.min(Math.max(length, minLength), most);
  return text.repeat(Math.ceil(bounded / text.length) || 1).slice(0, bounded);
}

function generateList(schema: Schema, random: Random, depth: number): unknown[] {
  const { minItems = 0, maxItems = itemsMax, items, prefixItems } = schema;
  if (prefixItems) return prefixItems.map((item) => generateFit(item, random, depth + 1));
  const most = Math.min(maxItems, Math.max(minItems, itemsMax));
  const length = depth > 3 ? minItems : Math.floor(minItems + random() * (most - minItems + 1));
  return Array.from({ length }, () => generateFit(items || {}, random, depth + 1));
}

function generateObject(schema: Schema, random: Random, depth: number): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth < 4 && random() < 0.5),
  );
  const entries = chosen.map(([name, field]) => [name, generateFit(field, random, depth + 1)]);
  if (typeof additionalProperties === "object")
    entries.push(["key", generateFit(additionalProperties, random, depth + 1)]);
  return Object.fromEntries(entries);
}

/**
 * Returns a value that probably violates a schema: of another type, or out of bounds. The caller checks whether it
 * does.
 */
export function generateMisfit(schema: Schema, random: Random): unknown {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems = 0 } = schema;
  const candidates: unknown[] = [
    "no such value",
    -1e9,
    1e12,
    0.5,
    true,
    null,
    [],
    {},
    [["a"]],
    { a: 1 },
  ];
  if (minimum !== undefined) candidates.push(minimum - 1);
  if (maximum !== undefined) candidates.push(maximum + 1);
  if (minLength) candidates.push("");
  if (maxLength !== undefined && maxLength < 20_000) candidates.push("x".repeat(maxLength + 1));
  if (minItems) candidates.push([]);
  if (maxItems && maxItems < 200 && schema.items)
    candidates.push(
      Array.from({ length: maxItems + 1 }, () => generateFit(schema.items || {}, random)),
    );
  return pick(random, candidates);
}
