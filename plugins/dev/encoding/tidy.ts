import { Fault } from "../json/fault.ts";

/** A text without what surrounds its digits, and a note about it. */
interface TidyText {
  data: string;
  note: string;
}

/**
 * Reads hexadecimal digits as programs print them: `0x68 0xc3`, `68:c3:a9`, `\x68\xc3`, `{0x68, 0xc3}`. Returns undefined
 * if anything else is in the text, or a group isn't whole bytes.
 */
export function tidyHex(text: string): TidyText | undefined {
  let data = "";
  for (const group of text.split(/[\s,:;{}[\]-]+/)) {
    const bytes = group.includes("\\x") ? group.split("\\x").slice(1) : [group.replace(/^0x/i, "")];
    if (group.includes("\\x") && !group.startsWith("\\x")) return undefined;
    for (const digits of bytes) {
      const padded = group !== digits && digits.length === 1 ? `0${digits}` : digits;
      if (!/^(?:[\da-f]{2})*$/i.test(padded)) return undefined;
      data += padded;
    }
  }
  return data === ""
    ? undefined
    : { data, note: "Prefixes and separators between digits were skipped" };
}

/** Matches the lines around data in PEM (RFC 7468). */
const PEM = /^\s*-----BEGIN [^-]{1,64}-----\s([^-]*)-----END [^-]{1,64}-----\s*$/;

/** Reads base64 between blanks, quotes or the lines of PEM. Returns undefined if there are none. */
export function tidyBase64(text: string): TidyText | undefined {
  const inside = PEM.exec(text)?.[1];
  if (inside !== undefined)
    return { data: removeBlanks(inside), note: "The lines around the PEM data were skipped" };
  const bare = removeBlanks(text).replace(/^(["'])(.*)\1$/s, "$2");
  if (bare === text) return undefined;
  return { data: bare, note: "Blanks and quotes were skipped" };
}

interface TidyDecoder<T> {
  tidy: TidyText | undefined;
  decode(data: string): T;
}

/** Decodes a text as it is, or without what surrounds its digits. Throws the first error if neither works. */
export function decodeOrTidy<T>(
  decodeAsGiven: () => T,
  { tidy, decode }: TidyDecoder<T>,
): { bytes: T; notes: string[] } {
  try {
    return { bytes: decodeAsGiven(), notes: [] };
  } catch (error) {
    if (!(error instanceof Fault) || !tidy) throw error;
    try {
      return { bytes: decode(tidy.data), notes: [tidy.note] };
    } catch {
      throw error;
    }
  }
}

function removeBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}
