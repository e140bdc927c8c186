import type { Style, StyleMeta } from "@dicebear/core";
import image from "../plugin.ts";
import dicebearStyles from "./dicebear-styles.json" with { type: "json" };

/** The names of DiceBear's styles, as in its URLs. */
export const dicebearNames: readonly string[] = dicebearStyles;

/** The options of an avatar as DiceBear's schemas describe them. */
export type DicebearOptions = Readonly<Record<string, unknown>>;

type DicebearStyle = Style<object>;

/** A style with DiceBear's function that draws it. */
export interface LoadedStyle {
  meta: StyleMeta;
  /** The schemas of the options of this style, and of those that every style has. */
  schemas: Readonly<Record<string, OptionSchema>>;
  draw(options: DicebearOptions): { svg: string; extra: Readonly<Record<string, unknown>> };
}

interface OptionSchema {
  type: "string" | "integer" | "boolean" | "array";
  items?: OptionSchema;
  enum?: readonly (string | number)[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** Loads a style. The packages take 40 ms and 40 MB, so the first avatar loads them. */
export async function loadStyle(name: string): Promise<LoadedStyle> {
  const [{ createAvatar, schema }, collection] = await Promise.all([
    import("@dicebear/core"),
    import("@dicebear/collection"),
  ]);
  const key = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const style = (collection as unknown as Readonly<Record<string, DicebearStyle>>)[key];
  if (!style || !dicebearNames.includes(name)) throw new TypeError(`Unknown style: "${name}"`);
  return {
    meta: style.meta ?? {},
    schemas: {
      ...(schema.properties as LoadedStyle["schemas"]),
      ...(style.schema?.properties as LoadedStyle["schemas"]),
      // DiceBear's schema has no upper bound.
      size: { type: "integer", minimum: 1, maximum: image.limits.sideMax },
    },
    draw(options) {
      const { svg, extra } = createAvatar(style, options).toJson();
      return { svg, extra: extra ?? {} };
    },
  };
}

/** The most values of an option. The longest list of a style has 146 icons. */
const valuesMax = 200;

/**
 * Parses the texts of an option, each of which may be a comma-separated list. Throws if one isn't in the
 * style's schema.
 */
export function parseOption(
  texts: readonly string[],
  { schema, at }: { schema: OptionSchema; at: string },
): unknown {
  const values = texts.flatMap((text) => text.split(",")).filter((text) => text !== "");
  if (schema.type === "array" && schema.items) {
    const { items, maxItems = valuesMax } = schema;
    if (values.length > maxItems)
      throw refuse(at, `must have at most ${maxItems} values: it has ${values.length}`);
    return values.map((value) => parseValue(value, items, at));
  }
  return parseValue(values.length === 1 ? values[0]! : texts.join(","), schema, at);
}

function parseValue(text: string, schema: OptionSchema, at: string): unknown {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const value = /^-?\d{1,9}$/.test(text) && schema.type === "integer" ? Number(text) : text;
  const is = `it is ${JSON.stringify(text)}`;
  if (schema.enum && !schema.enum.includes(value))
    throw refuse(at, `must be one of ${schema.enum.join(", ")}: ${is}`);
  if (schema.type === "integer" && !(typeof value === "number" && inside(value, schema)))
    throw refuse(at, `must be a whole number from ${minimum} to ${maximum}: ${is}`);
  if (schema.type === "boolean" && text !== "true" && text !== "false")
    throw refuse(at, `must be true or false: ${is}`);
  // The only pattern in DiceBear's schemas is that of a colour.
  if (schema.pattern !== undefined && !/^(transparent|[a-fA-F0-9]{6})$/.test(text))
    throw refuse(at, `must be six hexadecimal digits or transparent: ${is}`);
  return schema.type === "boolean" ? text === "true" : value;
}

function inside(value: number, { minimum = -Infinity, maximum = Infinity }: OptionSchema): boolean {
  return value >= minimum && value <= maximum;
}

function refuse(at: string, what: string): Error {
  return image.error("invalid_input", `${at} ${what}`, { at });
}
