import { decodeUtf8 } from "../encoding/bytes.ts";
import { Fault } from "../json/fault.ts";
import { Notes } from "../json/notes.ts";
import { readJson, toPlain } from "../json/tree.ts";
import dev from "../plugin.ts";

type Claims = Record<string, unknown>;

/** A parsed token. Nothing in it has been verified. */
export interface Token {
  /** A signed token has three parts, an encrypted one five. */
  type: "JWS" | "JWE";
  /** The token as given, without surrounding whitespace and the name of the scheme. */
  text: string;
  header: Claims;
  /** The algorithm in the header, if it is a string. */
  algorithm: string | null;
  /** Null if encrypted or not a JSON object. Numbers that no double represents are raw JSON. */
  payload: Claims | null;
  /** The payload as text. Null if it is encrypted or not UTF-8. */
  payloadText: string | null;
  /** The bytes of the payload. Null if it is encrypted. */
  payloadBytes: Uint8Array | null;
  /** The same with every number as the nearest double, for comparing times. */
  claims: Claims | null;
  signed: boolean;
  /** Warnings about unusual parts. */
  warnings: string[];
}

/** Parses a token in the compact serialization of RFC 7515 or RFC 7516. */
export function readToken(token: string): Token {
  // "Bearer" is not base64url of a header: no token starts with it and a blank.
  const text = token.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, "");
  const parts = text.split(".");
  if (parts.length !== 3 && parts.length !== 5)
    throw tokenError(
      `must have 3 parts separated by dots, or 5 if it is encrypted: it has ${parts.length}`,
    );
  // The check above guarantees at least three.
  const bytes = parts.map((part, index) => decodePart(part, index + 1));
  const { exact: header, warnings } = parseClaims(bytes[0]!, "header");
  if (!header) throw tokenError(`must have a JSON object as its header: ${warnings[0]}`);
  const algorithm = typeof header.alg === "string" ? header.alg : null;
  if (parts.length === 5) {
    warnings.push("The token is encrypted: only the recipient can read its claims");
    return {
      type: "JWE",
      text,
      header,
      algorithm,
      payload: null,
      payloadText: null,
      payloadBytes: null,
      claims: null,
      signed: false,
      warnings,
    };
  }
  const payloadBytes = bytes[1]!;
  const parsed = parseClaims(payloadBytes, "payload");
  const { exact: payload, rounded: claims, text: payloadText } = parsed;
  const signed = parts[2] !== "";
  warnings.push(...parsed.warnings);
  return {
    type: "JWS",
    text,
    header,
    algorithm,
    payload,
    payloadText,
    payloadBytes,
    claims,
    signed,
    warnings,
  };
}

function decodePart(part: string, number: number): Uint8Array {
  // The built-in decoder skips whitespace, which other token parsers reject.
  if (!/^[\w-]*$/.test(part))
    throw tokenError(`must be base64url: its part ${number} has an invalid character`);
  const bytes = decodeOrUndefined(part);
  if (!bytes) throw tokenError(`must be base64url: its part ${number} is truncated`);
  const canonical = bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  // RFC 4648, section 3.5: two spellings of one payload would both pass a check of the decoded bytes.
  if (canonical !== part)
    throw tokenError(
      `must be canonical base64url: the unused bits of the last character of its part ${number} must be 0, as in ${JSON.stringify(canonical.slice(-4))}`,
    );
  return bytes;
}

function decodeOrUndefined(part: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(part, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}

interface ParsedClaims {
  exact: Claims | null;
  rounded: Claims | null;
  /** Null if the bytes are not UTF-8. */
  text: string | null;
  warnings: string[];
}

/** Parses a JSON object and collects warnings. The first one explains a failure. */
export function parseClaims(bytes: Uint8Array, part: "header" | "payload"): ParsedClaims {
  const text = decodeUtf8(bytes);
  const createEmpty = (problem: string) => ({
    exact: null,
    rounded: null,
    text,
    warnings: [`The ${part} ${problem}`],
  });
  if (text === null) return createEmpty("is not UTF-8");
  const notes = new Notes(text);
  try {
    const json = readJson(text, { notes });
    if (!(json instanceof Map)) return createEmpty("is JSON, but not an object");
    const warnings = notes.list().map((note) => `In the ${part}: ${note}`);
    const toClaims = (inexact: "digits" | "double") => toPlain(json, { inexact }) as Claims;
    return { exact: toClaims("digits"), rounded: toClaims("double"), text, warnings };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return createEmpty(`is not JSON: ${error.message}`);
  }
}

export function tokenError(what: string) {
  return dev.error("syntax_error", `body.token ${what}`, { at: "body.token" });
}
