import { openTexts } from "hub/data-file";
import mediaTypes from "mime-db";
import { lookup } from "mime-types";
import dev from "../plugin.ts";

const texts = openTexts(new URL("./media-types.txt", import.meta.url), [
  "other meanings",
  "correct types",
])();

/** Describes a media type, or finds that of a file name or extension. */
export function describeMediaType(value: string) {
  const given = value.trim().toLowerCase();
  const type = given.includes("/") ? readType(given) : findType(given);
  const known = Object.hasOwn(mediaTypes, type) ? mediaTypes[type] : undefined;
  const charset = known?.charset ?? (type.startsWith("text/") ? "UTF-8" : undefined);
  const extensions = [...(known?.extensions ?? [])];
  return {
    type,
    is_known: known !== undefined,
    extensions,
    is_registered: known?.source === "iana",
    charset: charset ?? null,
    content_type: charset ? `${type}; charset=${charset.toLowerCase()}` : type,
    is_compressible: known?.compressible ?? null,
    other_types: given.includes("/") ? [] : findOthers(given, type),
    notes: listNotes(given, type),
  };
}

/** Returns what a list of types doesn't say: the correct form of a wrong type, and other files with an extension. */
function listNotes(given: string, type: string): string[] {
  const correct = texts["correct types"][type];
  if (correct) return [`The correct type is ${correct}`];
  const meaning = given.includes("/") ? undefined : texts["other meanings"][getExtension(given)];
  return meaning ? [meaning] : [];
}

function getExtension(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Returns a type without its parameters. */
function readType(text: string): string {
  const [type = ""] = text.split(";", 1);
  // RFC 6838, section 4.2.
  if (/^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/.test(type.trim()))
    return type.trim();
  throw refuse(text, "must be a media type such as text/html, a file name or an extension");
}

function findType(name: string): string {
  const type = lookup(name);
  if (type) {
    // Types with "x-" may have been registered since, as text/vcard.
    const registered = type.replace("/x-", "/");
    return mediaTypes[registered]?.source === "iana" ? registered : type;
  }
  throw refuse(name, "has no extension with a known media type");
}

function refuse(value: string, problem: string) {
  const detail = `query.value ${problem}: it is ${JSON.stringify(value)}`;
  return dev.error("invalid_input", detail, { at: "query.value" });
}

/** Returns further types that share the extension, such as TypeScript's and that of MPEG streams. */
function findOthers(name: string, type: string): string[] {
  const extension = getExtension(name);
  return Object.entries(mediaTypes)
    .filter(([other, { extensions }]) => other !== type && extensions?.includes(extension))
    .map(([other]) => other);
}
