import { textOf } from "../encoding/bytes.ts";
import { Fault } from "../json/fault.ts";
import { Notes } from "../json/notes.ts";
import { toPlain } from "../json/plain.ts";
import { readJson } from "../json/read.ts";
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
  /** Null where it is encrypted, or not a JSON object. */
  payload: Claims | null;
  signed: boolean;
  /** What is odd about its parts. */
  warnings: string[];
}

/** Takes a token apart, in the compact serialization of RFC 7515 or RFC 7516. */
export function readToken(given: string): Token {
  const text = given.trim();
  const parts = text.split(".");
  if (parts.length !== 3 && parts.length !== 5)
    throw broken(`must have 3 parts between dots, or 5 if it is encrypted: it has ${parts.length}`);
  const bytes = parts.map((part, index) => bytesOf(part, index + 1));
  const [header, warnings] = jsonOf(bytes[0]!, "header");
  if (!header) throw broken(`must have a JSON object as its header: ${warnings[0]}`);
  const algorithm = typeof header.alg === "string" ? header.alg : null;
  if (parts.length === 5) {
    warnings.push("The token is encrypted: its claims are for its recipient alone");
    return { type: "JWE", text, header, algorithm, payload: null, signed: false, warnings };
  }
  const [payload, more] = jsonOf(bytes[1]!, "payload");
  const signed = parts[2] !== "";
  warnings.push(...more);
  return { type: "JWS", text, header, algorithm, payload, signed, warnings };
}

function bytesOf(part: string, number: number): Uint8Array {
  // The built-in reader passes over blanks, which other readers of tokens refuse.
  if (!/^[\w-]*$/.test(part))
    throw broken(`must be base64url: its part ${number} has another character`);
  try {
    return Uint8Array.fromBase64(part, { alphabet: "base64url" });
  } catch {
    throw broken(`must be base64url: its part ${number} is cut off`);
  }
}

/** The object that is written there, and what is odd about it: first of all if there is none. */
function jsonOf(bytes: Uint8Array, part: "header" | "payload"): [Claims | null, string[]] {
  const text = textOf(bytes);
  if (text === null) return [null, [`The ${part} is not UTF-8`]];
  const notes = new Notes(text);
  try {
    const json = readJson(text, { notes });
    if (!(json instanceof Map)) return [null, [`The ${part} is JSON, but not an object`]];
    const warnings = notes.list().map((note) => `In the ${part}: ${note}`);
    return [toPlain(json, { inexact: "double" }) as Claims, warnings];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return [null, [`The ${part} is not JSON: ${error.message}`]];
  }
}

function broken(what: string) {
  return dev.error("syntax_error", `body.token ${what}`, { at: "body.token" });
}
