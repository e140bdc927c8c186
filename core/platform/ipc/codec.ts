import { StoredUpload } from "../../contract/upload.ts";
import { type ChunkedTransfers, chunkBytesMax } from "./chunks.ts";

type MessageFields = Record<string, unknown>;

/**
 * Encodes a value for the channel between two processes. JSON is sent as text, which takes a tenth of the
 * time. The structured clone of other values supports bytes and dates, but turns a File or a Response into
 * an empty object. So Files, uploads, Responses, Maps, numbers from `JSON.rawJSON` and bytes sent in chunks are
 * encoded as a Map. It has one entry, from the kind to its parts.
 */
export async function encode(value: unknown, loads: ChunkedTransfers): Promise<unknown> {
  if (isJson(value)) return JSON.stringify(value);
  const transfers: Promise<unknown>[] = [];
  const encoded = prepare(value);
  if (transfers.length > 0) await Promise.all(transfers);
  return encoded;

  function prepare(item: unknown): unknown {
    if (item instanceof StoredUpload) {
      const { name, type, size } = item;
      return new Map([["upload", { name, type, size, id: loads.share(item) }]]);
    }
    if (item instanceof Blob) return wrap("file", toFileParts(item), item);
    if (item instanceof Response) return wrap("response", toResponseParts(item), item);
    if (JSON.isRawJSON(item)) return new Map([["raw", item.rawJSON]]);
    if (item instanceof Map)
      return new Map([["map", [...item].map((entry) => entry.map(prepare))]]);
    if (!(item instanceof Uint8Array)) return mapDeep(item, prepare);
    if (item.byteLength > chunkBytesMax) return wrap("bytes", {}, item);
    // The channel serialises a view's whole buffer: for ten bytes of a WebAssembly memory, all 16 MB of it.
    return item.byteLength < item.buffer.byteLength ? new Uint8Array(item) : item;
  }

  function wrap(kind: string, parts: MessageFields, source: Blob | Response | Uint8Array) {
    transfers.push(attachBytes(parts, source, loads));
    return new Map([[kind, parts]]);
  }
}

/** Decodes a received value, including its Files, Responses, Maps and large byte arrays. */
export function decode(value: unknown, loads: ChunkedTransfers): unknown {
  if (typeof value === "string") return JSON.parse(value);
  const open = (item: unknown): unknown => {
    if (!(item instanceof Map)) return mapDeep(item, open);
    const [[kind, parts] = []] = item;
    if (kind === "map") return new Map(parts.map((entry: unknown[]) => entry.map(open)));
    if (kind === "raw") return JSON.rawJSON(parts);
    if (kind === "upload") {
      const readAt = (start: number, end: number) => loads.request(parts.id, start, end);
      return new StoredUpload({ ...parts, readAt });
    }
    const bytes = parts?.load === undefined ? parts?.bytes : loads.take(parts.load);
    if (kind === "bytes") return bytes;
    if (kind === "file") return toFile(parts, bytes);
    if (kind === "response") return toResponse(parts, bytes);
    throw new TypeError("Cannot decode a value of an unknown kind");
  };
  return open(value);
}

/** Returns whether a value survives a round trip through JSON unchanged. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (value === null) return true;
      // As text, the receiver would parse a raw number as a double.
      if (JSON.isRawJSON(value)) return false;
      if (Array.isArray(value)) return value.every(isJson) && !value.includes(undefined);
      return isPlain(value) && Object.values(value).every(isJson);
    default:
      return false;
  }
}

/** Adds bytes to the encoded parts, or the id of their transfer if they are sent in chunks. */
async function attachBytes(
  parts: MessageFields,
  source: Blob | Response | Uint8Array,
  loads: ChunkedTransfers,
): Promise<void> {
  const content = source instanceof Response ? await source.bytes() : source;
  const size = content instanceof Blob ? content.size : content.byteLength;
  if (size > chunkBytesMax) parts.load = await loads.send(content);
  else parts.bytes = content instanceof Blob ? await content.bytes() : content;
}

/** Returns a copy with every item mapped, or the same value if nothing changed. */
function mapDeep(value: unknown, change: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      const changed = change(value[index]);
      if (changed === value[index]) continue;
      copy ??= [...value];
      copy[index] = changed;
    }
    return copy ?? value;
  }
  if (!isPlain(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const changed = change(value[key]);
    if (changed === value[key]) continue;
    copy ??= { ...value };
    copy[key] = changed;
  }
  return copy ?? value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function toFileParts(blob: Blob): MessageFields {
  const { type } = blob;
  return blob instanceof File
    ? { type, name: blob.name, lastModified: blob.lastModified }
    : { type };
}

function toFile({ name, type, lastModified }: MessageFields, bytes: Uint8Array<ArrayBuffer>): Blob {
  if (name === undefined) return new Blob([bytes], { type: String(type) });
  return new File([bytes], String(name), {
    type: String(type),
    lastModified: Number(lastModified),
  });
}

function toResponseParts({
  status,
  statusText,
  headers,
  url,
  redirected,
}: Response): MessageFields {
  return { init: { status, statusText, headers: [...headers] }, url, redirected };
}

function toResponse(
  { init, url, redirected }: MessageFields,
  bytes: Uint8Array<ArrayBuffer>,
): Response {
  const { status } = init as ResponseInit;
  const bodiless = status === 204 || status === 205 || status === 304;
  return Object.defineProperties(new Response(bodiless ? null : bytes, init as ResponseInit), {
    url: { value: url },
    redirected: { value: redirected },
  });
}
