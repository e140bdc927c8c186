import { HubError } from "../../contract/errors.ts";
import { describeJsonFault } from "./json-fault.ts";

/** The maximum nesting depth of JSON from callers. */
export const depthMax = 64;

/** The default maximum number of JSON values in a body. */
export const bodyValuesDefault = 100_000;

/** A bound that JSON exceeds. */
export type JsonExcess = "depth" | "values";

/**
 * Measures JSON before it is parsed, in chunks: a body of 40 MB can hold 15 million values, which take a gigabyte of
 * memory. Each list, object, list item and field name counts as a value.
 */
export class JsonScan {
  values = 0;
  readonly #valuesMax: number;
  #depth = 0;
  #isQuoted = false;
  #isEscaped = false;

  constructor(valuesMax: number) {
    this.#valuesMax = valuesMax;
  }

  /** Reads the next chunk. Returns the first bound that is exceeded. */
  read(bytes: Uint8Array): JsonExcess | undefined {
    let values = this.values;
    let depth = this.#depth;
    let isQuoted = this.#isQuoted;
    let isEscaped = this.#isEscaped;
    /** The number of bytes of a text since its last escape. */
    let plain = 0;
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index];
      if (isQuoted) {
        if (isEscaped) isEscaped = false;
        else if (byte === 0x5c) {
          isEscaped = true;
          plain = 0;
        } else if (byte === 0x22) isQuoted = false;
        else if (++plain >= plainMin) index = findTextEnd(bytes, index + 1) - 1;
        continue;
      }
      plain = 0;
      if (byte === 0x22) isQuoted = true;
      else if (byte === 0x2c || byte === 0x3a) values++;
      else if (byte === 0x7b || byte === 0x5b) {
        values++;
        if (++depth > depthMax) return "depth";
      } else if (byte === 0x7d || byte === 0x5d) depth--;
      if (values > this.#valuesMax) return "values";
    }
    this.values = values;
    this.#depth = depth;
    this.#isQuoted = isQuoted;
    this.#isEscaped = isEscaped;
    return undefined;
  }
}

/** The length from which a built-in search is faster than a loop over the bytes of a text. */
const plainMin = 64;

/** The number of bytes to search at once. In a text with many escapes, more would be searched again and again. */
const searchedMax = 1024;

/** Returns the position of the next quote or backslash. Stops after `searchedMax` bytes. */
function findTextEnd(bytes: Uint8Array, start: number): number {
  const searched = bytes.subarray(start, start + searchedMax);
  const quote = searched.indexOf(0x22);
  const before = quote === -1 ? searched : searched.subarray(0, quote);
  const backslash = before.indexOf(0x5c);
  return start + (backslash === -1 ? before.length : backslash);
}

/** Creates the error for JSON that exceeds a bound. */
export function createExcessError(
  excess: JsonExcess,
  { at, valuesMax }: { at: string; valuesMax: number },
): HubError {
  const what = at === "body" ? "The body" : at;
  if (excess === "depth")
    return new HubError(
      "invalid_json",
      `${what} must not be nested deeper than ${depthMax} levels`,
      { at },
    );
  return new HubError(
    "payload_too_large",
    `${what} must have at most ${valuesMax} JSON values, counting lists, objects, list items and field names: it has more`,
    { at, members: { max_values: valuesMax } },
  );
}

/** Parses a JSON body. Throws `invalid_json`, or `payload_too_large` if it has too many values. */
export function parseJson(bytes: Uint8Array, valuesMax: number): unknown {
  const excess = new JsonScan(valuesMax).read(bytes);
  if (excess) throw createExcessError(excess, { at: "body", valuesMax });
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new HubError(
      "invalid_json",
      text
        ? `The body is not JSON: ${describeJsonFault(text)}`
        : "The body is empty: it must be a JSON object",
      { at: "body" },
    );
  }
}

/** Decodes UTF-8. Throws `invalid_input` if it is invalid. */
export function decode(bytes: Uint8Array, { ignoreBOM = false, hint = "" } = {}): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    throw new HubError("invalid_input", `The body must be UTF-8${hint}`, { at: "body" });
  }
}
