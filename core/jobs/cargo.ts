/**
 * Makes a value ready for the wire between two processes. The wire knows JSON, bytes and dates, but
 * sends a File or a Response as an empty object. Each of these, and each Map, becomes a Map of one
 * entry, from its kind to its parts: no JSON value is a Map, so no caller can spell one.
 */
export async function pack(value: unknown): Promise<unknown> {
  const reading: Promise<unknown>[] = [];
  const ready = prepared(value, reading);
  if (reading.length > 0) await Promise.all(reading);
  return ready;
}

/** Gives a received value its Files, Responses and Maps back. */
export function unpack(value: unknown): unknown {
  if (!(value instanceof Map)) return mapped(value, unpack);
  for (const [kind, parts] of value) {
    if (kind === "file") return toFile(parts);
    if (kind === "response") return toResponse(parts);
    if (kind === "map") return new Map((parts as [unknown, unknown][]).map(unpackEntry));
  }
  throw new TypeError("Cannot unpack a parcel of an unknown kind");
}

function prepared(value: unknown, reading: Promise<unknown>[]): unknown {
  if (value instanceof Blob) return parcel("file", fileParts(value), value, reading);
  if (value instanceof Response) return parcel("response", responseParts(value), value, reading);
  const change = (item: unknown) => prepared(item, reading);
  if (value instanceof Map) return new Map([["map", [...value].map((entry) => entry.map(change))]]);
  // The wire carries a view's whole buffer: for ten bytes of a WebAssembly memory, all 16 MB of it.
  if (value instanceof Uint8Array && value.byteLength < value.buffer.byteLength)
    return new Uint8Array(value);
  return mapped(value, change);
}

function parcel(
  kind: string,
  parts: object,
  source: { bytes(): Promise<Uint8Array> },
  reading: Promise<unknown>[],
) {
  reading.push(source.bytes().then((bytes) => Object.assign(parts, { bytes })));
  return new Map([[kind, parts]]);
}

/** The value with every item of it changed, or itself when nothing in it did. */
function mapped(value: unknown, change: (item: unknown) => unknown): unknown {
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

interface Bytes {
  bytes: Uint8Array<ArrayBuffer>;
}

function unpackEntry([key, value]: [unknown, unknown]): [unknown, unknown] {
  return [unpack(key), unpack(value)];
}

interface FileParts {
  /** None for a Blob. */
  name: string | undefined;
  type: string;
  lastModified: number;
}

function fileParts(blob: Blob): FileParts {
  const { name, lastModified } = blob instanceof File ? blob : { name: undefined, lastModified: 0 };
  return { name, type: blob.type, lastModified };
}

function toFile(parts: unknown): Blob {
  const { bytes, name, ...options } = parts as FileParts & Bytes;
  return name === undefined ? new Blob([bytes], options) : new File([bytes], name, options);
}

interface ResponseParts {
  status: number;
  statusText: string;
  headers: [string, string][];
  url: string;
  redirected: boolean;
}

function responseParts({ status, statusText, headers, url, redirected }: Response): ResponseParts {
  return { status, statusText, headers: [...headers], url, redirected };
}

function toResponse(parts: unknown): Response {
  const { bytes, url, redirected, ...init } = parts as ResponseParts & Bytes;
  const bodiless = init.status === 204 || init.status === 205 || init.status === 304;
  return Object.defineProperties(new Response(bodiless ? null : bytes, init), {
    url: { value: url },
    redirected: { value: redirected },
  });
}
