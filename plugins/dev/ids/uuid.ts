import { v1, v3, v4, v5, v6, v7 } from "uuid";
import dev from "../plugin.ts";
import { type Dice, randomNumber } from "./dice.ts";
import type { versions } from "./names.ts";
import { readUuid } from "./spelling.ts";

export interface UuidOptions {
  version: (typeof versions)[number];
  count: number;
  name?: string | undefined;
  /** One of `namespaces`, or a UUID. */
  namespace?: string | undefined;
}

/** Makes the bytes of UUIDs. */
export function uuids(options: UuidOptions, dice: Dice): Uint8Array[] {
  const { count, version } = options;
  const make = version === "3" || version === "5" ? named(options) : maker(version, dice);
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

function named({ version, name = "", namespace = "" }: UuidOptions): Make {
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
  [..."0124"].map((digit, index) => [
    ["dns", "url", "oid", "x500"][index]!,
    Uint8Array.fromHex(`6ba7b81${digit}9dad11d180b400c04fd430c8`),
  ]),
);
