import type { TSchema } from "@sinclair/typebox";
import { callerGone, HubError } from "../../contract/errors.ts";
import type { Route } from "../../contract/plugin.ts";
import { isFile, isStreamedFile } from "../../contract/schema.ts";
import { StoredUpload } from "../../contract/upload.ts";
import { lightBytesMax, type Values } from "../../host/handler/handler-input.ts";
import type { Input } from "../../host/handler/input.ts";
import {
  type BodyFormat,
  getFileType,
  getMediaType,
  isFormType,
  isJson,
  parseBody,
  validateJson,
} from "../../host/handler/parse-body.ts";
import { createExcessError, JsonScan } from "../../host/handler/parse-json.ts";
import { Spool } from "../../platform/http/spool.ts";
import {
  Accumulator,
  type BodyContent,
  createUpload,
  outlineForm,
  type ReadOptions,
  readOrSpool,
} from "./large-body.ts";

/** The accepted body of a route, and where this request's other fields come from. */
interface BodyOptions extends Omit<BodyFormat, "contentType" | "files"> {
  route: Route;
  input: Input;
  bytesMax: number;
  /** Whether the body would be allowed more bytes with a key. */
  isKeyless: boolean;
  /** Whether the hub itself must parse the body, because its endpoint can't run in a job process. */
  isOwn: boolean;
  /** The folder for large uploads. Default: the folder of the system for temporary files. */
  spoolDir?: string | undefined;
}

/** A parsed body, or one that a job process must parse. */
type ReadBody = Pick<Values, "body" | "unparsed">;

/**
 * The supported content codings of request bodies. zstd is missing, because Bun 1.4.5 returns a truncated
 * frame as if it were complete.
 */
const requestCodings = ["br", "gzip"] as const;
type RequestCoding = (typeof requestCodings)[number];

/** The number of JSON values up to which the hub itself parses a body, like `lightBytesMax`. */
const lightValuesMax = 10_000;

/**
 * Returns the field that the whole body is assigned to, if any. A body without a media type, as `curl -T` sends it, may
 * still be JSON: `parseBody` decides.
 */
export function rawField(request: Request, { raw = {} }: Route): string | undefined {
  const media = getMediaType(getContentType(request));
  return media === "" ? Object.values(raw)[0] : raw[media];
}

/** Returns whether the body of a request is a form. */
export function isForm(request: Request): boolean {
  return isFormType(getMediaType(getContentType(request)));
}

/** Reads a request body, and parses and validates it unless it is large. */
export async function readBody(request: Request, bodyOptions: BodyOptions): Promise<ReadBody> {
  const { bytesMax, spoolDir, field, valuesMax, isKeyless } = bodyOptions;
  const contentType = getContentType(request);
  const scan = isJson(getMediaType(contentType), field) ? new JsonScan(valuesMax) : undefined;
  const content = await readContent(request, {
    max: bytesMax,
    dir: spoolDir,
    createTooLargeError: isKeyless ? createKeylessError : createTooLargeError,
    findFault(chunk) {
      const excess = scan?.read(chunk);
      return excess && createExcessError(excess, { at: "body", valuesMax });
    },
  });
  const isHeavy = content instanceof Spool || content.length > lightBytesMax;
  try {
    if (isHeavy) return await readLarge(content, { ...bodyOptions, contentType });
    if (!bodyOptions.isOwn && scan && scan.values > lightValuesMax)
      return { unparsed: deferBody(content, { ...bodyOptions, contentType }) };
    return { body: await parseBody(content, { ...bodyOptions, contentType }, bodyOptions) };
  } catch (error) {
    if (content instanceof Spool) content.close();
    throw error;
  }
}

/** Returns whether a route reads one of its files as a stream. */
export function hasStreamedFile({ body }: Route): boolean {
  return Object.values<TSchema>(body?.properties ?? {}).some(isStreamedFile);
}

/** Prepares a large body for a job process. Its files stay on disk if the route reads them as streams. */
async function readLarge(
  content: BodyContent,
  options: BodyOptions & Pick<BodyFormat, "contentType">,
): Promise<ReadBody> {
  const { route, input, contentType, headerFields, isOwn } = options;
  const file = readWholeFile(content, options);
  if (file) {
    const values = { ...input.read(options.options ?? []), ...file, ...headerFields };
    return { body: input.validate(values) };
  }
  if (isOwn) return { body: await parseOwn(content, options) };
  const outline =
    content instanceof Spool && hasStreamedFile(route)
      ? await outlineForm(content, contentType)
      : undefined;
  if (outline) {
    const { rest, files } = outline;
    if (Object.keys(files).length === 0 && content instanceof Spool) content.close();
    if (rest.length > lightBytesMax) return { unparsed: deferBody(rest, { ...options, files }) };
    const body = await parseBody(rest, { ...options, files }, options);
    const isInUse = Object.values(body).some((value) => value instanceof StoredUpload);
    if (!isInUse && content instanceof Spool) content.close();
    return { body };
  }
  if (hasStreamedFile(route) && content instanceof Spool && content.size > fieldBytesMax)
    throw createSizeError(
      `A body without a file must have at most ${fieldBytesMax} bytes: send large input as a file in a form, or as the whole body with Content-Type: application/octet-stream`,
      fieldBytesMax,
    );
  return { unparsed: deferBody(content, options) };
}

/** Parses a large body for one of the hub's own endpoints. Only JSON can be large. */
async function parseOwn(
  content: BodyContent,
  options: BodyOptions & BodyFormat,
): Promise<Record<string, unknown>> {
  if (!isJson(getMediaType(options.contentType), options.field))
    throw createSizeError(
      `A body that is not JSON must have at most ${lightBytesMax} bytes`,
      lightBytesMax,
    );
  const bytes = content instanceof Spool ? await readSpool(content) : content;
  const { parseInThread } = await import("./parse-thread.ts");
  return validateJson(await parseInThread(bytes, options.valuesMax), options);
}

async function readSpool(spool: Spool): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await spool.readAt(0, spool.size);
  spool.close();
  return bytes;
}

/** Returns a file field that a whole body is assigned to, if its content needn't be looked at. */
function readWholeFile(
  content: BodyContent,
  { route, field, contentType }: BodyOptions & Pick<BodyFormat, "contentType">,
): Record<string, File | StoredUpload> | undefined {
  const schema = field === undefined ? undefined : route.body?.properties[field];
  if (field === undefined || !schema || !isFile(schema)) return undefined;
  const type = getFileType(contentType);
  if (!(content instanceof Spool))
    return type === "" ? undefined : { [field]: new File([content], "body", { type }) };
  if (!isStreamedFile(schema)) return undefined;
  return { [field]: createUpload(content, { name: "body", type }) };
}

/** The maximum size of JSON for an endpoint that streams files. */
export const fieldBytesMax = 16_777_216;

/** Returns a body for a job process, which fetches its content. */
function deferBody(
  content: BodyContent,
  { contentType, field, options = [], headerFields, valuesMax, files = {} }: BodyFormat,
): NonNullable<Values["unparsed"]> {
  const upload = createUpload(content, { name: "body", type: "" });
  return { content: upload, contentType, field, options, headerFields, valuesMax, files };
}

function getContentType({ headers }: Request): string {
  return headers.get("content-type") ?? "";
}

/** Reads and decodes a body up to its maximum size into memory. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array<ArrayBuffer>> {
  if (getCoding(request) === undefined && hasKnownLength(request, { max, createTooLargeError }))
    return mapAbort(request.bytes() as Promise<Uint8Array<ArrayBuffer>>);
  const content = await readContent(request, { max, dir: undefined, createTooLargeError });
  return content instanceof Spool ? readSpool(content) : content;
}

/** Reads and decodes a body up to its maximum size. */
async function readContent(request: Request, options: ReadOptions): Promise<BodyContent> {
  const coding = getCoding(request);
  const isKnown = hasKnownLength(request, options);
  if (coding !== undefined) {
    const encoded = await mapAbort(readOrSpool(request, { ...options, findFault: undefined }));
    return decompress(encoded, coding, options);
  }
  const length = Number(request.headers.get("content-length"));
  if (!isKnown || length > lightBytesMax) return mapAbort(readOrSpool(request, options));
  const bytes = (await mapAbort(request.bytes())) as Uint8Array<ArrayBuffer>;
  const fault = options.findFault?.(bytes);
  if (fault) throw fault;
  return bytes;
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

function createDecoder(coding: RequestCoding): ReadableWritablePair<Uint8Array, Uint8Array> {
  // Its types lack brotli, and allow only streams of any bytes.
  const format = coding === "br" ? "brotli" : coding;
  return new DecompressionStream(format as "gzip") as never;
}

/** Decodes a body in chunks and stops when it exceeds its bounds. */
async function decompress(
  content: BodyContent,
  coding: RequestCoding,
  { max, dir, findFault, createTooLargeError }: ReadOptions,
): Promise<BodyContent> {
  const encoded = content instanceof Spool ? content.drain() : new Blob([content]).stream();
  const decoder = createDecoder(coding);
  const decoded = new Accumulator({ dir, ownsChunks: false });
  try {
    for await (const chunk of encoded.pipeThrough(decoder)) {
      const fault =
        decoded.size + chunk.byteLength > max ? createTooLargeError(max) : findFault?.(chunk);
      if (fault) throw fault;
      await decoded.add(chunk);
    }
    return await decoded.end();
  } catch (cause) {
    decoded.discard();
    if (cause instanceof HubError) throw cause;
    throw new HubError("invalid_input", `Cannot decode the body as ${coding}`, {
      at: "body",
      cause,
    });
  }
}

/**
 * Returns whether the length of a body is announced. HTTP then delivers at most that length, so bytes
 * needn't be counted. Throws if it is too large.
 */
function hasKnownLength(
  { headers }: Request,
  { max, createTooLargeError }: Pick<ReadOptions, "max" | "createTooLargeError">,
): boolean {
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

function createTooLargeError(max: number): HubError {
  return createSizeError(`The body must have at most ${max} bytes`, max);
}

function createKeylessError(max: number): HubError {
  return createSizeError(`Without an API key the body must have at most ${max} bytes`, max);
}

function createSizeError(detail: string, max: number): HubError {
  return new HubError("payload_too_large", detail, { members: { max_bytes: max } });
}
