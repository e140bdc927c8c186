import { type ChunkedTransfers, chunkBytesMax } from "./chunks.ts";

type Parts = Record<string, unknown>;

/**
 * Makes a value ready for the wire between two processes. JSON goes as text, which takes them a
 * tenth of the time. Of other values the wire knows bytes and dates, but sends a File or a Response
 * as an empty object: each of these, each Map, and bytes that went ahead in parts, become a Map of
 * one entry, from a kind to its parts.
 */
export async function encode(value: unknown, loads: ChunkedTransfers): Promise<unknown> {
  if (isJson(value)) return JSON.stringify(value);
  const sending: Promise<unknown>[] = [];
  const ready = prepare(value);
  if (sending.length > 0) await Promise.all(sending);
  return ready;

  function prepare(item: unknown): unknown {
    if (item instanceof Blob) return wrap("file", fileParts(item), item);
    if (item instanceof Response) return wrap("response", responseParts(item), item);
    if (item instanceof Map)
      return new Map([["map", [...item].map((entry) => entry.map(prepare))]]);
    if (!(item instanceof Uint8Array)) return mapDeep(item, prepare);
    if (item.byteLength > chunkBytesMax) return wrap("bytes", {}, item);
    // The wire carries a view's whole buffer: for ten bytes of a WebAssembly memory, all 16 MB of it.
    return item.byteLength < item.buffer.byteLength ? new Uint8Array(item) : item;
  }

  function wrap(kind: string, parts: Parts, source: Blob | Response | Uint8Array) {
    sending.push(attachBytes(parts, source, loads));
    return new Map([[kind, parts]]);
  }
}

/** Gives a received value its Files, Responses, Maps and large bytes back. */
export function decode(value: unknown, loads: ChunkedTransfers): unknown {
  if (typeof value === "string") return JSON.parse(value);
  const open = (item: unknown): unknown => {
    if (!(item instanceof Map)) return mapDeep(item, open);
    const [[kind, parts] = []] = item;
    if (kind === "map") return new Map(parts.map((entry: unknown[]) => entry.map(open)));
    const bytes = parts?.load === undefined ? parts?.bytes : loads.take(parts.load);
    if (kind === "bytes") return bytes;
    if (kind === "file") return toFile(parts, bytes);
    if (kind === "response") return toResponse(parts, bytes);
    throw new TypeError("Cannot unpack a parcel of an unknown kind");
  };
  return open(value);
}

/** Whether a value comes back from JSON as it was. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      if (value === null) return true;
      if (Array.isArray(value)) return value.every(isJson) && !value.includes(undefined);
      return isPlain(value) && Object.values(value).every(isJson);
    default:
      return false;
  }
}

/** Puts bytes among the parts of their parcel, or the number of the load they went ahead as. */
async function attachBytes(
  parts: Parts,
  source: Blob | Response | Uint8Array,
  loads: ChunkedTransfers,
): Promise<void> {
  const whole = source instanceof Response ? await source.bytes() : source;
  const size = whole instanceof Blob ? whole.size : whole.byteLength;
  if (size > chunkBytesMax) parts.load = await loads.send(whole);
  else parts.bytes = whole instanceof Blob ? await whole.bytes() : whole;
}

/** The value with every item of it changed, or itself when nothing in it did. */
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

function fileParts(blob: Blob): Parts {
  const { type } = blob;
  return blob instanceof File
    ? { type, name: blob.name, lastModified: blob.lastModified }
    : { type };
}

function toFile({ name, type, lastModified }: Parts, bytes: Uint8Array<ArrayBuffer>): Blob {
  if (name === undefined) return new Blob([bytes], { type: String(type) });
  return new File([bytes], String(name), {
    type: String(type),
    lastModified: Number(lastModified),
  });
}

function responseParts({ status, statusText, headers, url, redirected }: Response): Parts {
  return { init: { status, statusText, headers: [...headers] }, url, redirected };
}

function toResponse({ init, url, redirected }: Parts, bytes: Uint8Array<ArrayBuffer>): Response {
  const { status } = init as ResponseInit;
  const bodiless = status === 204 || status === 205 || status === 304;
  return Object.defineProperties(new Response(bodiless ? null : bytes, init as ResponseInit), {
    url: { value: url },
    redirected: { value: redirected },
  });
}
