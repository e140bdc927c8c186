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
  /** The token as given, without surrounding whitespace. */
  text: string;
  header: Claims;
  /** The algorithm in the header, if it is a string. */
  algorithm: string | null;
  /** Null if encrypted or not a JSON object. Numbers that no double represents are strings. */
  payload: Claims | null;
  /** The same with every number as the nearest double, for comparing times. */
  claims: Claims | null;
  signed: boolean;
  /** Warnings about unusual parts. */
  warnings: string[];
}

/** Parses a token in the compact serialization of RFC 7515 or RFC 7516. */
export function readToken(token: string): Token {
  const text = token.trim();
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
      claims: null,
      signed: false,
      warnings,
    };
  }
  const { exact: payload, rounded: claims, ...more } = parseClaims(bytes[1]!, "payload");
  const signed = parts[2] !== "";
  warnings.push(...more.warnings);
  return { type: "JWS", text, header, algorithm, payload, claims, signed, warnings };
}

function decodePart(part: string, number: number): Uint8Array {
  // The built-in decoder skips whitespace, which other token parsers reject.
  if (!/^[\w-]*$/.test(part))
    throw tokenError(`must be base64url: its part ${number} has an invalid character`);
  try {
    return Uint8Array.fromBase64(part, { alphabet: "base64url" });
  } catch {
    throw tokenError(`must be base64url: its part ${number} is truncated`);
  }
}

interface ParsedClaims {
  exact: Claims | null;
  rounded: Claims | null;
  warnings: string[];
}

/** Parses a JSON object and collects warnings. If there is none, the first warning says why. */
function parseClaims(bytes: Uint8Array, part: "header" | "payload"): ParsedClaims {
  const text = decodeUtf8(bytes);
  const createEmpty = (problem: string) => ({
    exact: null,
    rounded: null,
    warnings: [`The ${part} ${problem}`],
  });
  if (text === null) return createEmpty("is not UTF-8");
  const notes = new Notes(text);
  try {
    const json = readJson(text, { notes });
    if (!(json instanceof Map)) return createEmpty("is JSON, but not an object");
    const warnings = notes.list().map((note) => `In the ${part}: ${note}`);
    const toClaims = (inexact: "string" | "double") => toPlain(json, { inexact }) as Claims;
    return { exact: toClaims("string"), rounded: toClaims("double"), warnings };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return createEmpty(`is not JSON: ${error.message}`);
  }
}

function tokenError(what: string) {
  return dev.error("syntax_error", `body.token ${what}`, { at: "body.token" });
}
