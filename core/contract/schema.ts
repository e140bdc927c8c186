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
import { StoredUpload, type Upload } from "./upload.ts";

/** The schema of a path, a query or a body: named fields. */
export type ObjectSchema = TObject;

// TypeBox has no kinds for these three. Its `Union` of literals loses the list of allowed values in error
// messages.
TypeRegistry.Set<{ enum: unknown[] }>("OneOf", (schema, value) => schema.enum.includes(value));
TypeRegistry.Set<FileSchema>("File", (schema, value) => fileFault(schema, value) === undefined);
TypeRegistry.Set("Binary", (_, value) => typeof value === "string" || value instanceof Uint8Array);
// Makes documents and forms hide the value. Doesn't restrict it.
FormatRegistry.Set("password", () => true);

/** Creates a schema for one of the given strings: `oneOf(["png", "svg"], { default: "png" })`. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: SchemaOptions = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe({ ...options, [Kind]: "OneOf", type: "string", enum: values });
}

/** Creates a schema for an uploaded file: a part of a form, or a raw body if the route's `raw` allows it. */
export function file(options: FileOptions & SchemaOptions & { streamed: true }): TUnsafe<Upload>;
export function file(options?: FileOptions & SchemaOptions): TUnsafe<File>;
export function file(options: FileOptions & SchemaOptions = {}): TUnsafe<File | Upload> {
  return Type.Unsafe({ ...options, [Kind]: "File", type: "string", format: "binary" });
}

/**
 * Groups fields in the documentation. Long lists collapse fields that are neither required nor part of the
 * example: `t.Object({ text, ...group("Colours", { color, background }) })`.
 */
export function group<Fields extends Record<string, TSchema>>(
  name: string,
  fields: Fields,
): Fields {
  const grouped = Object.entries(fields).map(([key, field]) => [key, { ...field, group: name }]);
  return Object.fromEntries(grouped) as Fields;
}

/**
 * Creates a schema for a binary response with one of these media types. `reply()` chooses if there are
 * several.
 */
export function binary(...mediaTypes: [string, ...string[]]): TUnsafe<Uint8Array | string> {
  return Type.Unsafe({ [Kind]: "Binary", type: "string", format: "binary", mediaTypes });
}

interface FileOptions {
  /** Maximum size in bytes. */
  maxBytes?: number;
  /** Accepted media types as declared by the client. The bytes must be checked separately. */
  mediaTypes?: readonly string[];
  /**
   * Whether the hub may leave a large upload on disk. The handler then reads it with `stream()`, and memory doesn't grow
   * with its size.
   */
  streamed?: boolean;
}

type FileSchema = TSchema & FileOptions;

/** Returns what is wrong with the value of a `file()` field, or undefined. */
export function fileFault(schema: FileSchema, value: unknown): string | undefined {
  if (!(value instanceof Blob || value instanceof StoredUpload)) return "must be a file";
  const { maxBytes, mediaTypes } = schema;
  if (maxBytes !== undefined && value.size > maxBytes)
    return `must have at most ${maxBytes} bytes: it has ${value.size}`;
  const type = value.type.split(";")[0]!;
  if (mediaTypes && !mediaTypes.includes(type))
    return `must be ${mediaTypes.join(" or ")}: it is ${type || "of no declared type"}`;
  return undefined;
}

/** Returns whether a schema is a file that the handler reads as a stream. */
export function isStreamedFile(schema: TSchema): boolean {
  return isFile(schema) && schema.streamed === true;
}

export function isFile(schema: TSchema): boolean {
  return schema[Kind] === "File";
}

/** Removes the parameters of a media type, as in the documentation. */
export function bareType(type: string): string {
  const end = type.indexOf(";");
  return end === -1 ? type : type.slice(0, end).trimEnd();
}

/** Returns the media types of a `binary()` response. Empty for JSON. */
export function listMediaTypes(schema: TSchema): readonly string[] {
  if (schema[Kind] === "Binary") return schema.mediaTypes;
  return (schema.anyOf ?? []).flatMap(listMediaTypes);
}
