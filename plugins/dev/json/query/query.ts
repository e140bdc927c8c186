import dev from "../../plugin.ts";
import { describe, Fault, readOrRefuse } from "../fault.ts";
import { formatJson } from "../format/format.ts";
import { Notes } from "../notes.ts";
import { checkLength } from "../output.ts";
import { hasValidEscapes, pointer, unescapeStep } from "../pointer.ts";
import { type Json, readJson, toPlain, writeJson } from "../tree.ts";
import { DigitRestorer } from "./digits.ts";
import { parsePath } from "./parse-path.ts";
import type { JqOptions } from "./request.ts";
import { type PathNode, Selection } from "./select.ts";

interface QueryOptions extends Partial<JqOptions> {
  path: string;
  syntax: "jsonpath" | "pointer" | "jq" | "jmespath";
  /** Maximum number of matches to list. */
  limit: number;
}

interface QueryAnswer {
  matches: unknown[];
  paths: string[];
  count: number;
  truncated: boolean;
  jsonl: string;
  warnings: string[];
  /** Exit status of the command, for jq. */
  exitStatus?: number;
}

/** Once matches and paths exceed this many characters, the list ends. */
const listedCharactersMax = 4_194_304;

/** Selects parts of a JSON text, or transforms it with jq. */
export async function queryJson(
  json: string,
  { path, syntax, limit, ...options }: QueryOptions,
): Promise<QueryAnswer> {
  if (syntax === "jq") return queryByJq(json, path, { limit, ...options });
  if (syntax === "jmespath") return queryByJmesPath(json, path);
  const select = syntax === "pointer" ? selectByPointer(path) : selectByPath(path);
  const root = readOrRefuse(json, "body.json", () => readJson(json));
  const list = { matches: [] as unknown[], paths: [] as string[], lines: [] as string[] };
  let count = 0;
  let characters = 0;
  select(root, (value, getPath) => {
    count++;
    if (list.lines.length === limit || characters > listedCharactersMax) return;
    const line = writeJson(value);
    const path = getPath();
    characters += line.length + path.length;
    if (characters > listedCharactersMax && count > 1) return;
    list.matches.push(toPlain(value, { inexact: "digits" }));
    list.paths.push(path);
    list.lines.push(line);
  });
  const { matches, paths, lines } = list;
  const jsonl = lines.join("\n");
  return { matches, paths, count, truncated: count > lines.length, jsonl, warnings: [] };
}

/** The results of jq are new values: they have no path. */
async function queryByJq(
  json: string,
  filter: string,
  options: Partial<JqOptions> & { limit: number },
) {
  const warnings = options.raw_input ? [] : listRoundedNumbers(json);
  const { runJq } = await import("./jq.ts");
  const results = await runJq(json, filter, options);
  const lines: string[] = [];
  let characters = 0;
  for (const line of results.lines) {
    characters += line.length;
    if (lines.length === options.limit) break;
    if (characters > listedCharactersMax && lines.length > 0) break;
    lines.push(line);
  }
  if (results.problem !== undefined) warnings.push(`jq reported an error: ${results.problem}`);
  const values = lines.map(readResult);
  const count = results.lines.length;
  return {
    matches: values.map((value) => toPlain(value, { inexact: "digits" })),
    paths: [],
    count,
    truncated: count > lines.length,
    jsonl: lines.map((line, index) => layOut(line, values[index], options)).join("\n"),
    warnings,
    exitStatus: results.status,
  };
}

/** Reads a result of jq, which has no limit of its own. */
function readResult(line: string): Json {
  try {
    return readJson(line);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw dev.error("too_deep", "The result of body.path nests too deeply", { at: "body.path" });
  }
}

/** Returns a result as the command prints it. */
function layOut(line: string, value: Json | undefined, options: Partial<JqOptions>): string {
  if (options.raw_output && typeof value === "string") return value;
  if (options.compact_output !== false) return line;
  const layout = {
    indent: 2,
    sort_keys: "none",
    minify: false,
    ascii: false,
    jsonc: false,
  } as const;
  return formatJson(line, layout).formatted;
}

/** Returns the warnings about one document. jq itself reads several, and reports errors. */
function listRoundedNumbers(json: string): string[] {
  try {
    const notes = new Notes(json);
    readJson(json, { notes });
    return notes.list();
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

/** The result of an expression is one new value. A result of null stands for "not found" too. */
async function queryByJmesPath(json: string, expression: string) {
  const { root, warnings } = readForDoubles(json);
  const { runJmesPath } = await import("./jmespath.ts");
  // The package would find inherited properties, such as "constructor".
  const onCreate = (created: object) =>
    void (Array.isArray(created) || Object.setPrototypeOf(created, null));
  const value = runJmesPath(toPlain(root, { inexact: "double", onCreate }), expression);
  const restorer = new DigitRestorer(root);
  const jsonl = restorer.write(value);
  checkLength(jsonl.length);
  return {
    matches: [toPlain(readJson(jsonl), { inexact: "digits" })],
    paths: [],
    count: 1,
    truncated: false,
    jsonl,
    warnings: [...warnings, ...restorer.listWarnings()],
  };
}

/** Reads a JSON text for a language that computes with doubles. Warns of numbers that they round. */
function readForDoubles(json: string) {
  const notes = new Notes(json);
  const root = readOrRefuse(json, "body.json", () => readJson(json, { notes }));
  return { root, warnings: notes.list() };
}

type MatchCallback = (value: Json, getPath: () => string) => void;
type Select = (root: Json, onMatch: MatchCallback) => void;

function selectByPath(text: string): Select {
  const query = readPath(text, () => parsePath(text));
  return (root, onMatch) => {
    new Selection(root).run(query, (value, node) => {
      onMatch(value, () => writeNormalized(node));
      return false;
    });
  };
}

function selectByPointer(text: string): Select {
  const find = readPath(text, () => parsePointer(text));
  return (root, onMatch) => {
    const match = find(root);
    if (match) onMatch(match.value, () => match.pointer);
  };
}

function readPath<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, ...position } = describe(error, path);
    const detail = `body.path cannot be read at column ${position.column}: ${message}`;
    throw dev.error("invalid_path", detail, { at: "body.path", members: position });
  }
}

/** Parses a JSON Pointer (RFC 6901), plain or as a URI fragment. Throws a Fault. */
function parsePointer(text: string): (root: Json) => { value: Json; pointer: string } | undefined {
  const plain = text.startsWith("#") ? readFragment(text) : text;
  if (plain !== "" && !plain.startsWith("/"))
    throw new Fault('A JSON Pointer is empty or begins with "/"', 0);
  const keys = plain.split("/").slice(1).map(unescapeKey);
  return (root) => {
    let value = root;
    for (const key of keys) {
      const child = findChild(value, key);
      if (child === undefined) return undefined;
      value = child;
    }
    return { value, pointer: pointer(keys) };
  };
}

function readFragment(text: string): string {
  try {
    return decodeURIComponent(text.slice(1));
  } catch {
    throw new Fault("Invalid percent-encoding", Math.max(text.indexOf("%"), 0));
  }
}

function unescapeKey(key: string): string {
  if (!hasValidEscapes(key))
    throw new Fault(`In ${JSON.stringify(key)} the "~" must be followed by 0 or 1`, 0);
  return unescapeStep(key);
}

function findChild(value: Json, key: string): Json | undefined {
  if (value instanceof Map) return value.get(key);
  // RFC 6901, section 4: an index has no leading zeros, and "-" refers to a nonexistent item.
  if (!Array.isArray(value) || String(Number(key)) !== key) return undefined;
  return value[Number(key)];
}

/** Returns the normalized path of a node (RFC 9535, section 2.7): `$['a'][0]`. */
function writeNormalized(node: PathNode | undefined): string {
  const steps: string[] = [];
  for (let at = node; at; at = at.from)
    steps.push(typeof at.key === "number" ? `[${at.key}]` : `['${escapeName(at.key)}']`);
  return `$${steps.reverse().join("")}`;
}

function escapeName(key: string): string {
  // JSON's escapes equal the normalized ones, except for the quotes.
  return JSON.stringify(key).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}
