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
import type { types, UuidSpelling, versions } from "./options.ts";
import { readUuid, spell } from "./spelling.ts";

interface MakeOptions extends UuidOptions {
  type: (typeof types)[number];
  count: number;
  format: UuidSpelling;
  uppercase: boolean;
}

/** Makes ids of one kind. Those that hold the time come in order, also within a millisecond. */
export function makeIds(options: MakeOptions, dice: Dice) {
  const { type, count, version } = options;
  refuseStray(options);
  const ids = make(options, dice);
  const [uuid = ""] = ids;
  return {
    uuid,
    uuids: ids,
    type,
    version: type === "uuid" ? version : null,
    count,
  } satisfies { version: (typeof versions)[number] | null; [field: string]: unknown };
}

function make(options: MakeOptions, dice: Dice): string[] {
  const { type, count, uppercase } = options;
  switch (type) {
    case "ulid":
      return makeUlids(count, dice);
    case "nanoid":
      return makeNanoids(count, dice);
    case "objectid":
      return makeObjectIds(count, dice).map((id) => (uppercase ? id.toUpperCase() : id));
    case "ksuid":
      return makeKsuids(count, dice);
    default:
      return makeUuids(options, dice).map((bytes) => spell(bytes, options));
  }
}

/** An option that changes nothing would let a caller believe it did. */
function refuseStray({ type, version, format, uppercase, name, namespace }: MakeOptions): void {
  const refuse = (field: string, why: string) =>
    dev.error("invalid_input", `query.${field} ${why}`, { at: `query.${field}` });
  if (type !== "uuid" && format !== "standard")
    throw refuse("format", `is for the type uuid: the type is ${type}`);
  const mixed = type === "ksuid" || type === "nanoid" || format === "base64";
  if (uppercase && mixed)
    throw refuse("uppercase", "would make another id: the case of letters counts");
  const named = type === "uuid" && (version === "3" || version === "5");
  for (const [field, value] of Object.entries({ name, namespace })) {
    if (named && value === undefined)
      throw refuse(field, `is missing: version ${version} is made of a namespace and a name`);
    if (!named && value !== undefined)
      throw refuse(field, "is for the versions 3 and 5 of the type uuid");
  }
}

interface UuidOptions {
  version: (typeof versions)[number];
  count: number;
  name?: string | undefined;
  /** One of `namespaces`, or a UUID. */
  namespace?: string | undefined;
}

/** Makes the bytes of UUIDs. */
function makeUuids(options: UuidOptions, dice: Dice): Uint8Array[] {
  const { count, version } = options;
  const make = version === "3" || version === "5" ? fromName(options) : maker(version, dice);
  return Array.from({ length: count }, (_, index) => make(index));
}

type Make = (index: number) => Uint8Array;

/** Every UUID of a request has the same time, so a counter keeps them apart and in order. */
function maker(version: Exclude<UuidOptions["version"], "3" | "5">, dice: Dice): Make {
  const { random } = dice;
  const buffer = () => new Uint8Array(16);
  switch (version) {
    case "nil":
      return buffer;
    case "max":
      return () => buffer().fill(0xff);
    case "4":
      return () => v4({ random: random.bytes(16) }, buffer());
    case "7": {
      const msecs = dice.clock();
      // 31 random bits in a field of 32: there is room to count.
      const first = Number(randomNumber(4, dice) >> 1n);
      return (index) => v7({ random: random.bytes(16), msecs, seq: first + index }, buffer());
    }
    default: {
      const msecs = dice.clock();
      // The random node and clock sequence of a request: RFC 9562, section 6.10.
      const bytes = random.bytes(16);
      const write = version === "1" ? v1 : v6;
      // Fewer than 10,000 ticks of 100 ns, which a millisecond has.
      return (nsecs) => write({ random: bytes, msecs, nsecs }, buffer());
    }
  }
}

function fromName({ version, name = "", namespace = "" }: UuidOptions): Make {
  const space = namespaces.get(namespace.toLowerCase()) ?? readUuid(namespace);
  if (!space)
    throw dev.error(
      "invalid_input",
      `query.namespace must be ${[...namespaces.keys()].join(", ")} or a UUID: it is "${namespace}"`,
      { at: "query.namespace" },
    );
  const bytes = (version === "3" ? v3 : v5)(name, space, new Uint8Array(16));
  return () => bytes;
}

// RFC 9562, section 6.6.
const namespaces: ReadonlyMap<string, Uint8Array> = new Map(
  Object.entries({ dns: 0, url: 1, oid: 2, x500: 4 }).map(([name, digit]) => [
    name,
    Uint8Array.fromHex(`6ba7b81${digit}9dad11d180b400c04fd430c8`),
  ]),
);
