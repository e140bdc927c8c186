import dev from "../plugin.ts";
import type { Dice } from "./dice.ts";
import { ksuids, nanoids, objectIds, ulids } from "./kinds.ts";
import type { types, UuidSpelling, versions } from "./names.ts";
import { spell } from "./spelling.ts";
import { type UuidOptions, uuids } from "./uuid.ts";

export interface MakeOptions extends UuidOptions {
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
  return {
    uuid: ids[0]!,
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
      return ulids(count, dice);
    case "nanoid":
      return nanoids(count, dice);
    case "objectid":
      return objectIds(count, dice).map((id) => (uppercase ? id.toUpperCase() : id));
    case "ksuid":
      return ksuids(count, dice);
    default:
      return uuids(options, dice).map((bytes) => spell(bytes, options));
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
