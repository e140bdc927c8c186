import type { TSchema } from "@sinclair/typebox";
import { callerGone, HubError } from "../../contract/errors.ts";
import type { Route } from "../../contract/plugin.ts";
import { bareType, isFile, isStreamedFile } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import { depthMax, type Input, isStructured, isTooDeep } from "../../host/handler/input.ts";
import { Spool } from "../../platform/http/spool.ts";
import { discardRest } from "../../platform/http/unread-body.ts";
import { mendForm } from "./form.ts";
import { createUpload, outlineForm, readOrSpool, tokenLength } from "./large-body.ts";

/** The accepted body of a route, and where this request's other fields come from. */
interface BodyOptions {
  route: Route;
  input: Input;
  bytesMax: number;
  /** The field that the whole body is assigned to, if its media type is accepted unparsed. */
  field?: string | undefined;
  /** The other fields of such a body or of a form, from the query. */
  options?: readonly [string, string][];
  /** The folder for large uploads. Default: the folder of the system for temporary files. */
  spoolDir?: string | undefined;
}

/**
 * The supported content codings of request bodies. zstd is missing, because Bun 1.4.5 returns a truncated
 * frame as if it were complete.
 */
const requestCodings = ["br", "gzip"] as const;
type RequestCoding = (typeof requestCodings)[number];

/**
 * Returns the field that the whole body is assigned to, if any. A body without a media type, as `curl -T` sends it, may
 * still be JSON: `readBody` decides.
 */
export function rawField(request: Request, { raw = {} }: Route): string | undefined {
  const media = getMediaType(request);
  return media === "" ? Object.values(raw)[0] : raw[media];
}

/** Returns whether the body of a request is a form. */
export function isForm(request: Request): boolean {
  return formTypes.has(getMediaType(request));
}

const formTypes: ReadonlySet<string> = new Set([
  "multipart/form-data",
  "application/x-www-form-urlencoded",
]);

/** Parses and validates a request body. */
export async function readBody(
  request: Request,
  bodyOptions: BodyOptions,
): Promise<Record<string, unknown>> {
  const { route, bytesMax, spoolDir } = bodyOptions;
  if (!hasStreamedFile(route) || getCoding(request) !== undefined)
    return parseBody(request, bodyOptions);
  hasKnownLength(request, bytesMax);
  const content = await mapAbort(
    readOrSpool(request, { max: bytesMax, dir: spoolDir, createTooLargeError }),
  );
  if (!(content instanceof Spool)) return parseBody(request, bodyOptions, content);
  try {
    return await parseSpooled(request, bodyOptions, content);
  } catch (error) {
    content.close();
    throw error;
  }
}

/** Returns whether a route reads one of its files as a stream. */
export function hasStreamedFile({ body }: Route): boolean {
  return Object.values<TSchema>(body?.properties ?? {}).some(isStreamedFile);
}

/** Parses and validates a large body. Its files stay on disk if the route reads them as streams. */
async function parseSpooled(
  request: Request,
  bodyOptions: BodyOptions,
  spool: Spool,
): Promise<Record<string, unknown>> {
  const { route, input, field, options = [] } = bodyOptions;
  const contentType = request.headers.get("content-type") ?? "";
  const wholeField = field === undefined ? undefined : route.body?.properties[field];
  if (field !== undefined && wholeField && isStreamedFile(wholeField))
    return input.validate({
      ...input.read(options),
      [field]: createUpload(spool, { name: "body", type: getFileType(request) }),
    });
  const outline = await outlineForm(spool, contentType);
  if (outline) {
    const parts = await readForm(outline.rest, contentType, route, async (part) => {
      const place = part.size === tokenLength && outline.parts.get(await part.text());
      if (place) return createUpload(spool, { name: part.name, type: part.type, ...place });
    });
    if (!parts.some(([, value]) => value instanceof StoredUpload)) spool.close();
    return input.validate(input.read([...options, ...parts]));
  }
  if (spool.size > fieldBytesMax)
    throw new HubError(
      "payload_too_large",
      `A body without a file must have at most ${fieldBytesMax} bytes: send large input as a file in a form, or as the whole body with Content-Type: application/octet-stream`,
      { members: { max_bytes: fieldBytesMax } },
    );
  const bytes = await spool.readAt(0, spool.size);
  spool.close();
  return parseBody(request, bodyOptions, bytes);
}

/** The maximum size of JSON for an endpoint that streams files. Parsing more would block the hub. */
export const fieldBytesMax = 16_777_216;

async function parseBody(
  request: Request,
  { route, input, bytesMax, field, options = [] }: BodyOptions,
  content?: Uint8Array<ArrayBuffer>,
): Promise<Record<string, unknown>> {
  const media = getMediaType(request);
  const wholeField = field === undefined ? undefined : route.body?.properties[field];
  const isWholeFile = wholeField !== undefined && isFile(wholeField);
  if (field !== undefined && isWholeFile && media !== "") {
    const body = content ?? (await readBlob(request, bytesMax));
    return input.validate({
      ...input.read(options),
      [field]: new File([body], "body", { type: getFileType(request) }),
    });
  }
  const bytes = content ?? (await readBytes(request, bytesMax));
  const isUntypedJson = media === "" && options.length === 0 && hasNamedFields(bytes, route);
  if (field !== undefined && isUntypedJson && bytes.length === 0)
    throw new HubError(
      "invalid_json",
      `The body is empty: it must be a JSON object. Send an empty ${field} with Content-Type: ${listRawTypes(route, field)}`,
      { at: "body" },
    );
  if (field !== undefined && !isUntypedJson)
    return input.validate({
      ...input.read(options),
      [field]: isWholeFile ? new File([bytes], "body") : decodeWhole(bytes, request),
    });
  if (media === "application/json" || media.endsWith("+json") || !media)
    return validateJson(parseJson(bytes), { input, route });
  if (formTypes.has(media)) {
    const parts = await readForm(bytes, request.headers.get("content-type") ?? "", route);
    const values = input.read([...options, ...parts]);
    return media === "multipart/form-data"
      ? input.validate(values)
      : validateJson(values, { input, route, options });
  }
  const accepted = ["application/json", "multipart/form-data", ...Object.keys(route.raw ?? {})];
  throw new HubError(
    "unsupported_media_type",
    `Unsupported content type "${media}": this endpoint accepts ${accepted.join(", ")}`,
  );
}

/** Decodes a body that is a single text: UTF-16 by its byte order mark, or the encoding of its media type. */
function decodeWhole(bytes: Uint8Array<ArrayBuffer>, { headers }: Request): string {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  const charset = isLittle ? "utf-16le" : isBig ? "utf-16be" : (getCharset(headers) ?? "utf-8");
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
function getCharset(headers: Headers): string | undefined {
  const type = headers.get("content-type") ?? "";
  return /;\s{0,20}charset\s{0,20}=\s{0,20}"?([\w:-]{1,40})/i.exec(type)?.[1];
}

/** Returns the type of a body that is a file: the media type, and the encoding of a text. */
function getFileType(request: Request): string {
  const media = getMediaType(request);
  const charset = media.startsWith("text/") ? getCharset(request.headers) : undefined;
  return charset === undefined ? media : `${media};charset=${charset.toLowerCase()}`;
}

/** Returns whether a body without a media type is empty, or a JSON object with fields of the route. */
function hasNamedFields(bytes: Uint8Array, { body }: Route): boolean {
  if (bytes.length === 0) return true;
  if (bytes[0] !== 0x7b || bytes.length > untypedJsonMax) return false;
  const text = decode(bytes);
  if (isTooDeep(text)) return false;
  try {
    const names = Object.keys(JSON.parse(text));
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

/**
 * Validates JSON or a form of `curl -d`. If the body looks like the value of a raw field, the error names the media
 * type to use.
 */
function validateJson(
  value: unknown,
  { input, route, options = [] }: Pick<BodyOptions, "input" | "route" | "options">,
): Record<string, unknown> {
  const { raw = {}, body } = route;
  const [field] = Object.values(raw);
  const inQuery = new Set(options.map(([name]) => name));
  const fields = Object.keys(body?.properties ?? {}).filter((name) => !inQuery.has(name));
  // Checked before the defaults are filled in.
  const isForeign =
    typeof value !== "object" || value === null || !fields.some((name) => name in value);
  try {
    return input.validate(value);
  } catch (error) {
    if (field === undefined || !isForeign || !(error instanceof HubError)) throw error;
    const { code, message, errors } = error;
    const hint = `or send ${field} as the whole body, with Content-Type: ${listRawTypes(route, field)}`;
    throw new HubError(code, `${message}; ${hint}`, { errors });
  }
}

/** Lists the media types of bodies that are a field. */
function listRawTypes({ raw = {} }: Route, field: string): string {
  return Object.keys(raw)
    .filter((type) => raw[type] === field)
    .join(" or ");
}

function getMediaType(request: Request): string {
  return bareType(request.headers.get("content-type") ?? "").toLowerCase();
}

/** Reads and decodes a body up to its maximum size. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const coding = getCoding(request);
  const bytes = await mapAbort(
    hasKnownLength(request, max)
      ? (request.bytes() as Promise<Uint8Array<ArrayBuffer>>)
      : readLimited(request, max),
  );
  return coding === undefined ? bytes : decompress(bytes, coding, max);
}

/** Reads a body that is a file as a Blob, which avoids copying its bytes. */
async function readBlob(request: Request, max: number): Promise<Blob> {
  if (getCoding(request) === undefined && hasKnownLength(request, max))
    return mapAbort(request.blob());
  return new Blob([await readBytes(request, max)]);
}

/** Returns the content coding of a body. Throws `unsupported_media_type`. */
function getCoding({ headers }: Request): RequestCoding | undefined {
  const given = headers.get("content-encoding")?.trim().toLowerCase();
  if (given === undefined || given === "" || given === "identity") return undefined;
  const coding = requestCodings.find((one) => one === given);
  if (coding) return coding;
  throw new HubError(
    "unsupported_media_type",
    `Unsupported Content-Encoding ${JSON.stringify(given.slice(0, 100))}: this hub accepts ${requestCodings.join(" and ")}`,
    { headers: { "accept-encoding": requestCodings.join(", ") } },
  );
}

/** Decodes a body on another thread and stops when it exceeds the maximum size. */
async function decompress(
  bytes: Uint8Array<ArrayBuffer>,
  coding: RequestCoding,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = process.getBuiltinModule("node:zlib");
  const decoded = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const settle = (error: NodeJS.ErrnoException | null, result: Buffer<ArrayBuffer>) => {
    if (!error) decoded.resolve(result);
    else if (error.code === "ERR_BUFFER_TOO_LARGE") decoded.reject(createTooLargeError(max));
    else
      decoded.reject(
        new HubError("invalid_input", `Cannot decode the body as ${coding}`, { at: "body" }),
      );
  };
  if (coding === "gzip") zlib.gunzip(bytes, { maxOutputLength: max }, settle);
  else zlib.brotliDecompress(bytes, { maxOutputLength: max }, settle);
  return decoded.promise;
}

/**
 * Returns whether the length of a body is announced. HTTP then delivers at most that length, so bytes
 * needn't be counted. A large body is then in memory once instead of three times. Throws if it is too
 * large.
 */
function hasKnownLength({ headers }: Request, max: number): boolean {
  const announced = headers.get("content-length");
  if (Number(announced ?? 0) > max) throw createTooLargeError(max);
  return announced !== null && !headers.has("transfer-encoding");
}

async function mapAbort<Body>(reading: Promise<Body>): Promise<Body> {
  try {
    return await reading;
  } catch (error) {
    throw (error as Error).name === "AbortError" ? callerGone() : error;
  }
}

/** Reads a body of unknown length. Throws at the maximum size, and discards the rest. */
async function readLimited(request: Request, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = request;
  if (!body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > max) {
      await discardRest(request, reader);
      throw createTooLargeError(max);
    }
    chunks.push(value);
  }
}

function createTooLargeError(max: number): HubError {
  return new HubError("payload_too_large", `The body must have at most ${max} bytes`, {
    members: { max_bytes: max },
  });
}

function decode(bytes: Uint8Array, { ignoreBOM = false, hint = "" } = {}): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    throw new HubError("invalid_input", `The body must be UTF-8${hint}`, { at: "body" });
  }
}

function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (isTooDeep(text))
    throw new HubError(
      "invalid_json",
      `The body must not be nested deeper than ${depthMax} levels`,
      {
        at: "body",
      },
    );
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HubError(
      "invalid_json",
      text
        ? `The body is not JSON: ${(error as Error).message}`
        : "The body is empty: it must be a JSON object",
      { at: "body" },
    );
  }
}

/**
 * Returns the parts of a form. Clients may send JSON as a file, which happens if they specify its media
 * type, and name lists `files[]`.
 */
async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  { body }: Route,
  findUpload: (part: File) => Promise<StoredUpload | undefined> = async () => undefined,
) {
  const fields: Record<string, TSchema> = body?.properties ?? {};
  const parts = [...(await parseForm(bytes, contentType, fields))];
  return Promise.all(
    parts.map(async ([given, value]): Promise<[string, string | File | StoredUpload]> => {
      const name = getFieldName(given, fields);
      const field = fields[name];
      if (typeof value === "string") return [name, value];
      const upload = await findUpload(toNamedFile(value));
      if (upload && field && isStreamedFile(field)) return [name, upload];
      const part = upload ?? value;
      const one = field?.type === "array" ? field.items : field;
      const isJson = one && isStructured(one);
      // curl's `-F text=@notes.txt` sends a file for a field that is a text.
      if (field?.type === "string" && !isFile(field))
        return [name, decode(await part.bytes(), { ignoreBOM: true })];
      if (isJson) return [name, decode(await part.bytes())];
      // Bun returns a Blob for a file without a name. Handlers always get a File.
      if (!upload) return [name, toNamedFile(value)];
      return [name, new File([await upload.bytes()], upload.name, { type: upload.type })];
    }),
  );
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
  try {
    const { body, type } = mendForm(bytes, contentType, (name) => {
      const field = fields[getFieldName(name, fields)];
      return field !== undefined && isFile(field.type === "array" ? field.items : field);
    });
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch (cause) {
    throw new HubError("invalid_input", "Cannot parse the form in the body", {
      at: "body",
      cause,
    });
  }
}
