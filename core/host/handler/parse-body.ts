import type { TSchema } from "@sinclair/typebox";
import { HubError } from "../../contract/errors.ts";
import type { Route } from "../../contract/plugin.ts";
import { bareType, isFile, isStreamedFile } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import { mendForm, parseBoundary, refuseManyParts } from "./form.ts";
import { type Input, isStructured } from "./input.ts";
import { MistypedBody } from "./mistyped-body.ts";
import { decode, JsonScan, parseJson } from "./parse-json.ts";

/** The parts of a request that decide how its body is parsed. */
export interface BodyFormat {
  /** The header `Content-Type`. */
  contentType: string;
  /** The field that the whole body is assigned to, if its media type is accepted unparsed. */
  field?: string | undefined;
  /** The other fields of such a body or of a form, from the query. */
  options?: readonly [string, string][];
  /** The fields of the body that the request has as headers. */
  headerFields?: Readonly<Record<string, string>> | undefined;
  /** The maximum number of JSON values. */
  valuesMax: number;
  /** The large files of a form, by the token in the place of their content. */
  files?: Readonly<Record<string, StoredUpload>>;
}

/** A body that is parsed in a job process, because parsing it would block the hub. */
export interface UnparsedBody extends BodyFormat {
  content: StoredUpload;
}

/** The schema that a body must match. */
interface Target {
  route: Route;
  input: Input;
}

/** Returns whether a media type is a form. */
export function isFormType(media: string): boolean {
  return formTypes.has(media);
}

const formTypes: ReadonlySet<string> = new Set([
  "multipart/form-data",
  "application/x-www-form-urlencoded",
]);

/** Returns whether a body with a media type is JSON. Without a type, a field that takes the whole body comes first. */
export function isJson(media: string, field: string | undefined): boolean {
  return media === "application/json" || media.endsWith("+json") || (!media && field === undefined);
}

/** Returns the media type of a `Content-Type`, in lower case. */
export function getMediaType(contentType: string): string {
  return bareType(contentType).toLowerCase();
}

/** Parses and validates a body. */
export async function parseBody(
  bytes: Uint8Array<ArrayBuffer>,
  format: BodyFormat,
  target: Target,
): Promise<Record<string, unknown>> {
  const { headerFields } = format;
  const body = await parseContent(bytes, format, target);
  return headerFields ? target.input.validate({ ...body, ...headerFields }) : body;
}

async function parseContent(
  bytes: Uint8Array<ArrayBuffer>,
  format: BodyFormat,
  { route, input }: Target,
): Promise<Record<string, unknown>> {
  const { contentType, field, options = [], valuesMax } = format;
  const media = getMediaType(contentType);
  const wholeField = field === undefined ? undefined : route.body?.properties[field];
  const isWholeFile = wholeField !== undefined && isFile(wholeField);
  const isUntypedJson = media === "" && options.length === 0 && hasNamedFields(bytes, route);
  if (field !== undefined && isUntypedJson && bytes.length === 0)
    throw new HubError(
      "invalid_json",
      `The body is empty: it must be a JSON object. Send an empty ${field} with Content-Type: ${listRawTypes(route, field)}`,
      { at: "body" },
    );
  refuseMistypedJson(bytes, { contentType, field, route });
  if (field !== undefined && !isUntypedJson) {
    if (bytes.length === 0 && options.some(([name]) => name === field))
      throw new HubError(
        "invalid_input",
        `query.${field} belongs in the body: send it as JSON, with Content-Type: application/json`,
        { at: `query.${field}` },
      );
    const type = media === "" ? {} : { type: getFileType(contentType) };
    const value = isWholeFile ? new File([bytes], "body", type) : decodeWhole(bytes, contentType);
    return input.validate({ ...input.read(options), [field]: value });
  }
  if (isUntypedJson || isJson(media, field))
    return validateJson(parseJson(bytes, valuesMax), { input, route });
  if (isFormType(media)) {
    const parts = await readForm(bytes, format, route);
    const values = input.read([...options, ...parts]);
    return media === "multipart/form-data"
      ? input.validate(values)
      : validateJson(values, { input, route, options, isForm: true });
  }
  const accepted = ["application/json", "multipart/form-data", ...Object.keys(route.raw ?? {})];
  throw new HubError(
    "unsupported_media_type",
    `Unsupported content type "${media}": this endpoint accepts ${accepted.join(", ")}`,
  );
}

/** The media types that clients send for text without a `Content-Type` by its author. */
const impliedTypes: ReadonlySet<string> = new Set([
  ...["application/x-www-form-urlencoded", "text/plain", "text/plain;charset=UTF-8"],
]);

/** Throws if a body is JSON for the route, under a media type that its client has chosen. */
function refuseMistypedJson(
  bytes: Uint8Array,
  { contentType, field, route }: { contentType: string; field: string | undefined; route: Route },
): void {
  const isForm = getMediaType(contentType) === "multipart/form-data" && !parseBoundary(contentType);
  if (!isForm && !impliedTypes.has(contentType)) return;
  const first = bytes.find((byte) => byte > 0x20);
  if (first !== 0x7b && !(first === 0x5b && isForm)) return;
  if (field !== undefined && !hasNamedFields(bytes, route)) return;
  let body: unknown;
  try {
    body = JSON.parse(decode(bytes));
  } catch {
    // The corrected call then has the example's body.
  }
  const unless =
    field === undefined
      ? ""
      : `. To send ${field} itself, use Content-Type: text/plain; charset=utf-8`;
  throw new MistypedBody(
    `The body is JSON, but its Content-Type is ${contentType}, which clients send on their own: add the header Content-Type: application/json${unless}`,
    body,
  );
}

/** Decodes a body that is a single text: UTF-16 by its byte order mark, or the encoding of its media type. */
function decodeWhole(bytes: Uint8Array<ArrayBuffer>, contentType: string): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  const charset = isLittle ? "utf-16le" : isBig ? "utf-16be" : (getCharset(contentType) ?? "utf-8");
  const hint = ", or text/plain with its charset in the header Content-Type";
  if (/^utf-?8$/i.test(charset)) return decode(bytes, { ignoreBOM: true, hint });
  try {
    return new TextDecoder(charset as Bun.Encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new HubError("invalid_input", `The body must be text in the encoding ${charset}`, {
      at: "body",
    });
  }
}

/** Returns the encoding that the media type of a text declares. */
function getCharset(contentType: string): string | undefined {
  return /;\s{0,20}charset\s{0,20}=\s{0,20}"?([\w:-]{1,40})/i.exec(contentType)?.[1];
}

/** Returns the type of a body that is a file: the media type, and the encoding of a text. */
export function getFileType(contentType: string): string {
  const media = getMediaType(contentType);
  const charset = media.startsWith("text/") ? getCharset(contentType) : undefined;
  return charset === undefined ? media : `${media};charset=${charset.toLowerCase()}`;
}

/** Returns whether a body without a media type is empty, or a JSON object with fields of the route. */
function hasNamedFields(bytes: Uint8Array, { body }: Route): boolean {
  if (bytes.length === 0) return true;
  const isObject = bytes.find((byte) => byte > 0x20) === 0x7b;
  if (!isObject || bytes.length > untypedJsonMax) return false;
  if (new JsonScan(untypedValuesMax).read(bytes)) return false;
  try {
    const names = Object.keys(JSON.parse(decode(bytes)));
    const fields: Record<string, TSchema> = body?.properties ?? {};
    const isField = (name: string) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      // JSON can't hold a file.
      return field !== undefined && !isFile(field);
    };
    return names.length > 0 && names.every(isField);
  } catch {
    return false;
  }
}

/** Clients that send more say what it is. */
const untypedJsonMax = 1_048_576;
const untypedValuesMax = 10_000;

/**
 * Validates JSON or a form of `curl -d`. If the body looks like the value of a raw field, the error names the media
 * type to use.
 */
export function validateJson(
  value: unknown,
  {
    input,
    route,
    options = [],
    isForm = false,
  }: Target & Pick<BodyFormat, "options"> & { isForm?: boolean },
): Record<string, unknown> {
  const { raw = {}, body } = route;
  const [field] = Object.values(raw);
  const inQuery = new Set(options.map(([name]) => name));
  const fields = Object.keys(body?.properties ?? {}).filter((name) => !inQuery.has(name));
  if (typeof value === "string" && value.startsWith("{"))
    throw new HubError(
      "invalid_json",
      "The body is JSON that was written twice: it is a text with an object inside. Call JSON.stringify or json.dumps only once",
      { at: "body" },
    );
  // Checked before the defaults are filled in.
  const isForeign =
    typeof value !== "object" || value === null || !fields.some((name) => name in value);
  const isContent = isForm && !Object.entries(Object(value)).some(isField);
  try {
    return input.validate(value);
  } catch (error) {
    if (!isForeign || !(error instanceof HubError)) throw error;
    const { code, message, errors } = error;
    const upload = fields.find((name) => takesFile(body?.properties[name]));
    const hint =
      field === undefined
        ? ""
        : `; or send ${field} as the whole body, with Content-Type: ${listRawTypes(route, field)}`;
    if (upload !== undefined && isContent)
      throw new HubError(
        code,
        `The body is not a form of this endpoint: upload a file as curl does with -F ${upload}=@FILE, which sets Content-Type: multipart/form-data${hint}`,
        { errors },
      );
    if (field === undefined) throw error;
    throw new HubError(code, message + hint, { errors });
  }
}

/** Returns whether a caller may have written a field. The content of a file seems to have long names, without values. */
function isField([name, value]: [string, unknown]): boolean {
  return value !== "" && /^[\w.[\]-]{1,64}$/.test(name);
}

function takesFile(schema: TSchema | undefined): boolean {
  return schema !== undefined && isFile(schema.type === "array" ? schema.items : schema);
}

/** Lists the media types of bodies that are a field. */
function listRawTypes({ raw = {} }: Route, field: string): string {
  return Object.keys(raw)
    .filter((type) => raw[type] === field)
    .join(" or ");
}

/**
 * Returns the parts of a form. Clients may send JSON as a file, which happens if they specify its media
 * type, and name lists `files[]`.
 */
async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  { contentType, files = {} }: BodyFormat,
  { body }: Route,
) {
  const fields: Record<string, TSchema> = body?.properties ?? {};
  const parts = [...(await parseForm(bytes, contentType, fields))];
  return Promise.all(
    parts.map(async ([given, value]): Promise<[string, string | File | StoredUpload]> => {
      const name = getFieldName(given, fields);
      const field = fields[name];
      if (typeof value === "string") return [name, value];
      const upload = await findUpload(toNamedFile(value), files);
      if (upload && field && isStreamedFile(field)) return [name, upload];
      const part = upload ?? value;
      const one = field?.type === "array" ? field.items : field;
      const isJson = one && isStructured(one);
      // curl's `-F text=@notes.txt` sends a file for a field that is a text.
      if (field?.type === "string" && !isFile(field))
        return [name, readTextFile(await part.bytes(), name, fields)];
      if (isJson) return [name, decode(await part.bytes())];
      // Bun returns a Blob for a file without a name. Handlers always get a File.
      if (!upload) return [name, toNamedFile(value)];
      return [name, new File([await upload.bytes()], upload.name, { type: upload.type })];
    }),
  );
}

/** Reads a file that was sent for a text. Throws with the field for files if it isn't text. */
function readTextFile(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  fields: Readonly<Record<string, TSchema>>,
): string {
  try {
    return decode(bytes, { ignoreBOM: true });
  } catch (error) {
    const upload = Object.keys(fields).find((one) => takesFile(fields[one]));
    if (upload === undefined) throw error;
    throw new HubError(
      "invalid_input",
      `body.${name} must be text in UTF-8: send other files as ${upload}, as curl does with -F ${upload}=@FILE`,
      { at: `body.${name}` },
    );
  }
}

/** The length of the tokens that stand for large files. */
const tokenLength = 36;

/** Returns the large file that a part of a form stands for, if its content is a token. */
async function findUpload(
  part: File,
  files: NonNullable<BodyFormat["files"]>,
): Promise<StoredUpload | undefined> {
  const token = part.size === tokenLength ? await part.text() : "";
  const content = Object.hasOwn(files, token) ? files[token] : undefined;
  return content && new StoredUpload({ ...content, name: part.name, type: part.type });
}

/**
 * Returns a file with a name. Bun represents a file without one as a File, but it leaves a job process as a
 * Blob.
 */
function toNamedFile(value: Blob): File {
  return value instanceof File && value.name
    ? value
    : new File([value], "body", { type: value.type });
}

/** Returns the field of a form part. Some clients write list names as `files[]`. */
function getFieldName(given: string, fields: Readonly<Record<string, TSchema>>): string {
  if (!given.endsWith("[]") || Object.hasOwn(fields, given)) return given;
  const name = given.slice(0, -2);
  return Object.hasOwn(fields, name) && fields[name]?.type === "array" ? name : given;
}

async function parseForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  fields: Readonly<Record<string, TSchema>>,
): Promise<Iterable<[string, string | Blob]>> {
  if (getMediaType(contentType) !== "multipart/form-data")
    refuseManyParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), "&", -1);
  const isFileField = (name: string) => {
    const field = fields[getFieldName(name, fields)];
    return field !== undefined && isFile(field.type === "array" ? field.items : field);
  };
  const { body, type } = mendForm(bytes, contentType, isFileField);
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch (cause) {
    const why = parseBoundary(contentType)
      ? ""
      : ": Content-Type has no boundary. Remove the header, so that the client writes it";
    throw new HubError("invalid_input", `Cannot parse the form in the body${why}`, {
      at: "body",
      cause,
    });
  }
}
