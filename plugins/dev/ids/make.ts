import { v1, v3, v4, v5, v6, v7 } from "uuid";
import dev from "../plugin.ts";
import {
  type Dice,
  makeKsuids,
  makeNanoids,
  makeObjectIds,
  makeUlids,
  randomNumber,
} from "./kinds.ts";
import type { types, UuidSpelling, versions } from "./request.ts";
import { readUuid, spell } from "./spelling.ts";

interface MakeOptions extends UuidOptions {
  type: (typeof types)[number];
  count: number;
  format: UuidSpelling;
  uppercase: boolean;
}

/** Generates ids of one type. Time-based ids are in ascending order, even within a millisecond. */
export function makeIds(options: MakeOptions, sources: Dice) {
  const { type, count, version } = options;
  rejectUnusedOptions(options);
  const ids = generate(options, sources);
  const [uuid = ""] = ids;
  return {
    uuid,
    uuids: ids,
    type,
    version: type === "uuid" ? version : null,
    count,
  } satisfies { version: (typeof versions)[number] | null; [field: string]: unknown };
}

function generate(options: MakeOptions, sources: Dice): string[] {
  const { type, count, uppercase } = options;
  switch (type) {
    case "ulid":
      return makeUlids(count, sources);
    case "nanoid":
      return makeNanoids(count, sources);
    case "objectid":
      return makeObjectIds(count, sources).map((id) => (uppercase ? id.toUpperCase() : id));
    case "ksuid":
      return makeKsuids(count, sources);
    default:
      return makeUuids(options, sources).map((bytes) => spell(bytes, options));
  }
}

/** Rejects options that would have no effect, because callers might assume they have one. */
function rejectUnusedOptions({
  type,
  version,
  format,
  uppercase,
  name,
  namespace,
  data,
}: MakeOptions): void {
  const createError = (field: string, problem: string) =>
    dev.error("invalid_input", `query.${field} ${problem}`, { at: `query.${field}` });
  if (type !== "uuid" && format !== "standard")
    throw createError("format", `requires the type uuid: the type is ${type}`);
  const isCaseSensitive = type === "ksuid" || type === "nanoid" || format === "base64";
  if (uppercase && isCaseSensitive)
    throw createError("uppercase", "would change the id: it is case-sensitive");
  const isCustom = type === "uuid" && version === "8";
  if (data !== undefined && !isCustom)
    throw createError("data", "requires version 8 of the type uuid");
  if (data !== undefined && (name ?? namespace) !== undefined)
    throw createError("data", "excludes a namespace and a name");
  const isNameBased =
    type === "uuid" &&
    (version === "3" || version === "5" || (version === "8" && data === undefined));
  for (const [field, value] of Object.entries({ name, namespace })) {
    if (isNameBased && value === undefined)
      throw createError(
        field,
        `is missing: version ${version} needs a namespace and a name${isCustom ? ", or data" : ""}`,
      );
    if (!isNameBased && value !== undefined)
      throw createError(field, "requires version 3, 5 or 8 of the type uuid");
  }
}

interface UuidOptions {
  version: (typeof versions)[number];
  count: number;
  name?: string | undefined;
  /** A key of `namespaces`, or a UUID. */
  namespace?: string | undefined;
  /** The bits of version 8 in hexadecimal. */
  data?: string | undefined;
}

/** Generates UUIDs as bytes. */
function makeUuids(options: UuidOptions, sources: Dice): Uint8Array[] {
  const { count, version } = options;
  const generate =
    version === "3" || version === "5" || version === "8"
      ? createNameGenerator(options)
      : createGenerator(version, sources);
  return Array.from({ length: count }, (_, index) => generate(index));
}

type Generate = (index: number) => Uint8Array;

/** Creates a generator. All UUIDs of a request share one time, so a counter keeps them unique and in order. */
function createGenerator(
  version: Exclude<UuidOptions["version"], "3" | "5" | "8">,
  sources: Dice,
): Generate {
  const { random } = sources;
  const buffer = () => new Uint8Array(16);
  switch (version) {
    case "nil":
      return buffer;
    case "max":
      return () => buffer().fill(0xff);
    case "4":
      return () => v4({ random: random.bytes(16) }, buffer());
    case "7": {
      const msecs = sources.clock();
      // 31 random bits in a 32-bit field leave room to count.
      const first = Number(randomNumber(4, sources) >> 1n);
      return (index) => v7({ random: random.bytes(16), msecs, seq: first + index }, buffer());
    }
    default: {
      const msecs = sources.clock();
      // One random node and clock sequence per request: RFC 9562, section 6.10.
      const bytes = random.bytes(16);
      const write = version === "1" ? v1 : v6;
      // The count stays below 10,000, the number of 100 ns ticks per millisecond.
      return (nsecs) => write({ random: bytes, msecs, nsecs }, buffer());
    }
  }
}

function createNameGenerator({ version, name = "", namespace = "", data }: UuidOptions): Generate {
  if (data !== undefined) return () => markCustom(readData(data));
  const space = namespaces.get(namespace.toLowerCase()) ?? readUuid(namespace);
  if (!space)
    throw dev.error(
      "invalid_input",
      `query.namespace must be ${[...namespaces.keys()].join(", ")} or a UUID: it is "${namespace}"`,
      { at: "query.namespace" },
    );
  if (version === "8") {
    const digest = new Bun.CryptoHasher("sha256").update(space).update(name).digest();
    return () => markCustom(digest.subarray(0, 16));
  }
  const bytes = (version === "3" ? v3 : v5)(name, space, new Uint8Array(16));
  return () => bytes;
}

/** Sets version 8 and the variant: RFC 9562, section 5.8. */
function markCustom(bytes: Uint8Array): Uint8Array {
  const marked = Uint8Array.from(bytes);
  marked[6] = ((marked[6] ?? 0) & 0x0f) | 0x80;
  marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
  return marked;
}

function readData(data: string): Uint8Array {
  const digits = data.replaceAll("-", "");
  if (/^[0-9a-f]{32}$/i.test(digits)) return Uint8Array.fromHex(digits);
  throw dev.error(
    "invalid_input",
    `query.data must be 32 hexadecimal digits: it is ${JSON.stringify(data)}`,
    { at: "query.data" },
  );
}

// RFC 9562, section 6.6.
const namespaces: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries({ dns: 0, url: 1, oid: 2, x500: 4 }).map(([name, digit]) => [
    name,
    Uint8Array.fromHex(`6ba7b81${digit}9dad11d180b400c04fd430c8`),
  ]),
);
