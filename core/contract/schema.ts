import {
  FormatRegistry,
  Kind,
  type SchemaOptions,
  type TObject,
  type TSchema,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";

/** The schema of a request's path, query or body: named fields. */
export type ObjectSchema = TObject;

// TypeBox has no kind for these three, and its own `Union` of literals loses the list of what is
// allowed on the way to an error message.
TypeRegistry.Set<{ enum: unknown[] }>("OneOf", (schema, value) => schema.enum.includes(value));
TypeRegistry.Set<FileSchema>("File", (schema, value) => fileFault(schema, value) === undefined);
TypeRegistry.Set("Binary", (_, value) => typeof value === "string" || value instanceof Uint8Array);
// Tells documents and forms to hide the value, and nothing of what it may be.
FormatRegistry.Set("password", () => true);

/** One of the given strings: `oneOf(["png", "svg"], { default: "png" })`. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: SchemaOptions = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe({ ...options, [Kind]: "OneOf", type: "string", enum: values });
}

/** An uploaded file: a part of a form, or a raw body where the route's `raw` says so. */
export function file(options: FileOptions & SchemaOptions = {}): TUnsafe<File> {
  return Type.Unsafe({ ...options, [Kind]: "File", type: "string", format: "binary" });
}

/**
 * Fields that the documentation shows together, and of many fields folds away those that neither a
 * caller must send nor the example sends: `t.Object({ text, ...group("Colours", { color, background }) })`.
 */
export function group<Fields extends Record<string, TSchema>>(
  name: string,
  fields: Fields,
): Fields {
  const grouped = Object.entries(fields).map(([key, field]) => [key, { ...field, group: name }]);
  return Object.fromEntries(grouped) as Fields;
}

/** The answer is a file of one of these media types; `reply()` says which if there are several. */
export function binary(...mediaTypes: [string, ...string[]]): TUnsafe<Uint8Array | string> {
  return Type.Unsafe({ [Kind]: "Binary", type: "string", format: "binary", mediaTypes });
}

interface FileOptions {
  /** Largest size in bytes. */
  maxBytes?: number;
  /** Accepted media types, as the client declares them: check the bytes as well. */
  mediaTypes?: readonly string[];
}

type FileSchema = TSchema & FileOptions;

/** What is wrong with a value for a `file()` field, or undefined. */
export function fileFault(schema: FileSchema, value: unknown): string | undefined {
  if (!(value instanceof Blob)) return "must be a file";
  const { maxBytes, mediaTypes } = schema;
  if (maxBytes !== undefined && value.size > maxBytes)
    return `must have at most ${maxBytes} bytes: it has ${value.size}`;
  const type = value.type.split(";")[0]!;
  if (mediaTypes && !mediaTypes.includes(type))
    return `must be ${mediaTypes.join(" or ")}: it is ${type || "of no declared type"}`;
  return undefined;
}

export function isFile(schema: TSchema): boolean {
  return schema[Kind] === "File";
}

/** A media type without its parameters, which is how a document names it. */
export function bareType(type: string): string {
  const end = type.indexOf(";");
  return end === -1 ? type : type.slice(0, end).trimEnd();
}

/** The media types a `binary()` answer may have; none for JSON. */
export function mediaTypesOf(schema: TSchema): readonly string[] {
  if (schema[Kind] === "Binary") return schema.mediaTypes;
  return (schema.anyOf ?? []).flatMap(mediaTypesOf);
}
