import { decodeUtf8 } from "../encoding/bytes.ts";
import { Fault } from "../json/fault.ts";
import { Notes } from "../json/notes.ts";
import { readJson, toPlain } from "../json/tree.ts";
import dev from "../plugin.ts";

type Claims = Record<string, unknown>;

/** A token taken apart, of which nothing is proven. */
export interface Token {
  /** Signed in three parts, or encrypted in five. */
  type: "JWS" | "JWE";
  /** As it was given, without blanks around it. */
  text: string;
  header: Claims;
  /** What its header says it is signed with, if that is a text. */
  algorithm: string | null;
  /** Null where it is encrypted, or not a JSON object. Numbers that no double holds are texts. */
  payload: Claims | null;
  /** The same with the nearest double for each number: what a verifier compares with its clock. */
  claims: Claims | null;
  signed: boolean;
  /** What is odd about its parts. */
  warnings: string[];
}

/** Takes a token apart, in the compact serialization of RFC 7515 or RFC 7516. */
export function readToken(given: string): Token {
  const text = given.trim();
  const parts = text.split(".");
  if (parts.length !== 3 && parts.length !== 5)
    throw tokenError(
      `must have 3 parts between dots, or 5 if it is encrypted: it has ${parts.length}`,
    );
  // Three at least, by the check above.
  const bytes = parts.map((part, index) => decodePart(part, index + 1));
  const { exact: header, warnings } = parseClaims(bytes[0]!, "header");
  if (!header) throw tokenError(`must have a JSON object as its header: ${warnings[0]}`);
  const algorithm = typeof header.alg === "string" ? header.alg : null;
  if (parts.length === 5) {
    warnings.push("The token is encrypted: its claims are for its recipient alone");
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
  // The built-in reader passes over blanks, which other readers of tokens refuse.
  if (!/^[\w-]*$/.test(part))
    throw tokenError(`must be base64url: its part ${number} has another character`);
  try {
    return Uint8Array.fromBase64(part, { alphabet: "base64url" });
  } catch {
    throw tokenError(`must be base64url: its part ${number} is cut off`);
  }
}

interface Read {
  exact: Claims | null;
  rounded: Claims | null;
  warnings: string[];
}

/** The object that is written there, and what is odd about it: first of all if there is none. */
function parseClaims(bytes: Uint8Array, part: "header" | "payload"): Read {
  const text = decodeUtf8(bytes);
  const none = (why: string) => ({ exact: null, rounded: null, warnings: [`The ${part} ${why}`] });
  if (text === null) return none("is not UTF-8");
  const notes = new Notes(text);
  try {
    const json = readJson(text, { notes });
    if (!(json instanceof Map)) return none("is JSON, but not an object");
    const warnings = notes.list().map((note) => `In the ${part}: ${note}`);
    const as = (inexact: "string" | "double") => toPlain(json, { inexact }) as Claims;
    return { exact: as("string"), rounded: as("double"), warnings };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return none(`is not JSON: ${error.message}`);
  }
}

function tokenError(what: string) {
  return dev.error("syntax_error", `body.token ${what}`, { at: "body.token" });
}
