import { createDecoder } from "../encoding/bytes.ts";
import { isHashLength } from "./open-layer.ts";

/** Content without further layers: how to recognize it by its text. The first match counts. */
const shapes: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ["uuid", /^(?:urn:uuid:|\{)?[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\}?$/i],
  ["uuid", /^[0-7][\dA-HJKMNP-TV-Z]{25}$/],
  ["certificate", /^\s*-----BEGIN (?:CERTIFICATE|NEW CERTIFICATE REQUEST|PKCS7|CMS)/],
  ["pem", /^\s*-----BEGIN [A-Z\d ]{1,40}-----/],
  ["html-page", /^\s*<!doctype html|^\s*<html[\s>]/i],
  ["xml", /^\s*<\?xml[\s?]/],
  ["ip", /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/],
  ["ip", /^(?=.*:.*:)[\da-f:]{2,39}(?:\/\d{1,3})?$/i],
  ["color", /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i],
  ["color", /^(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([^()]{3,60}\)$/i],
  ["time", /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]{0,13}(?:Z|[+-]\d\d:?\d\d)?)?$/],
  ["time", /^@?1\d{9}(?:\d{3})?$/],
  ["semver", /^v?\d{1,5}\.\d{1,5}\.\d{1,5}(?:-[\w.-]{1,60})?(?:\+[\w.-]{1,60})?$/],
  ["password-hash", /^\$(?:2[aby]|argon2(?:id|i|d)|scrypt|[56]|pbkdf2[\w-]*)\$/],
  ["otp", /^otpauth:\/\//i],
  ["mode", /^[-dlbcps](?:[r-][w-][xsS-]){2}[r-][w-][xtT-]$/],
  ["user-agent", /^Mozilla\/\d|^(?:curl|Wget|python-requests|okhttp)\/\d/],
  ["address", /^[a-z][a-z\d+.-]{1,20}:\/\/\S+$/i],
];

/** Names the kind of a text without further layers. */
export function nameContent(text: string): string {
  const plain = text.trim();
  if (isJson(plain)) return "json";
  const lines = plain.split("\n");
  if (lines.length > 1 && lines.every((line) => line.trim() === "" || isJson(line)))
    return "json-lines";
  const shape = shapes.find(([, pattern]) => pattern.test(plain))?.[0];
  if (shape) return shape;
  if (isElement(plain)) return "xml";
  if (isSql(plain)) return "sql";
  if (isHashLength(plain)) return "hash";
  if (isCron(plain)) return "cron";
  return isCsv(lines) ? "csv" : "text";
}

/** Returns whether a text is a JSON object or array. */
export function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isElement(text: string): boolean {
  const [, name] = /^<([A-Za-z_][\w:.-]{0,60})[\s>]/.exec(text) ?? [];
  return name !== undefined && text.endsWith(`</${name}>`);
}

function isSql(text: string): boolean {
  const begins = /^(?:select|insert into|update|delete from|create table|with)\s/i.test(text);
  return begins && /\b(?:from|values|set|as)\b|\(/i.test(text);
}

function isCron(text: string): boolean {
  if (/^@(?:yearly|annually|monthly|weekly|daily|midnight|hourly)$/.test(text)) return true;
  const fields = text.split(" ");
  const isField = (field: string) => /^[\d*?/,LW#-]{1,40}$|^[A-Z]{3}(?:-[A-Z]{3})?$/.test(field);
  return fields.length >= 5 && fields.length <= 7 && /[*?]/.test(text) && fields.every(isField);
}

/** Returns whether lines have the same number of cells, at least two. */
function isCsv(lines: readonly string[]): boolean {
  return [",", ";", "\t"].some((separator) => {
    const counts = new Set(lines.map((line) => line.split(separator).length));
    return lines.length > 1 && counts.size === 1 && !counts.has(1);
  });
}

/** Returns the text of bytes, or undefined if they are binary. */
export function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = createDecoder("utf-8", { fatal: true }).decode(bytes);
    return /(?!\s)[\p{Cc}\p{Cn}\p{Co}]|\ufffd/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
