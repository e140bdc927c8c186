import type { Log } from "../../contract/doors.ts";
import { shortenCopiedPaths } from "./copied-paths.ts";
import { redact } from "./redact.ts";

export type { Log } from "../../contract/doors.ts";

type Level = keyof Log;

/** The log format: JSON lines, or text for people. */
export type LogFormat = "json" | "text";

/** The destination of log lines. `later` allows a line to be batched. */
export interface LogOutput {
  write(line: string, options?: { later?: boolean }): void;
}

const textMax = 8192;
const itemsMax = 50;
const depthMax = 5;
const lineMax = 65_536;

/** A log that discards everything, for tests. */
export const quietLog: Log = { info() {}, warn() {}, error() {} };

/**
 * Creates a log that writes each entry as one line of JSON, or as text. Truncates long or deep values, and
 * redacts secrets.
 */
export function createLog({
  output,
  format = "json",
  secrets = [],
  clock = Date.now,
}: {
  output: LogOutput;
  format?: LogFormat;
  /** Values that are redacted in every line. */
  secrets?: readonly string[];
  clock?: () => number;
}): Log {
  const createWriter =
    (level: Level) =>
    (message: string, fields: object = {}) => {
      const time = new Date(clock()).toISOString();
      const cleaned = sanitise({ message: String(message), ...fields }, secrets) as Fields;
      output.write(writeEntry(format, { time, level, ...cleaned }));
    };
  return { info: createWriter("info"), warn: createWriter("warn"), error: createWriter("error") };
}

type Fields = { message: string } & Record<string, unknown>;
type LogEntry = { time: string; level: Level } & Fields;

/** Returns an error and its causes, with stacks, as one text. */
export function formatErrorChain(thrown: unknown): string {
  const texts: string[] = [];
  for (let error = thrown; error !== undefined && texts.length < depthMax; ) {
    texts.push(formatStack(error));
    error = error instanceof Error ? error.cause : undefined;
  }
  return shortenCopiedPaths(texts.join("\nCaused by: "));
}

function formatStack(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  if (!(thrown instanceof Error)) return Bun.inspect(thrown, { depth: 2 });
  const { name, message, stack } = thrown;
  const title = `${name}: ${message}`;
  // A deserialised error has the stack of the other process.
  const isWhole = stack?.startsWith(title) || (message !== "" && stack?.includes(message));
  return stack ? (isWhole ? stack : `${title}\n${stack}`) : title;
}

function writeEntry(format: LogFormat, entry: LogEntry): string {
  return format === "json" ? formatJsonLine(entry) : formatTextLines(entry);
}

function formatJsonLine(entry: LogEntry): string {
  const line = JSON.stringify(entry);
  if (line.length <= lineMax) return escapeControls(line);
  const { time, level, message, plugin, request_id } = entry;
  const shortened = { time, level, message, plugin, request_id, cut: line.length };
  return escapeControls(JSON.stringify(shortened));
}

/** Escapes line separators and control characters that JSON allows but terminals and some parsers act on. */
function escapeControls(line: string): string {
  return line.replace(/[\u007f-\u009f\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Formats an entry as a line for people, with the stack of the cause indented below it. */
function formatTextLines({ time, level, message, cause, text, ...fields }: LogEntry): string {
  const fieldTexts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        ` ${quoteIfNeeded(name)}=${typeof value === "string" ? quoteIfNeeded(value) : toJson(value)}`,
    );
  const below = cause === undefined ? "" : `\n${String(cause)}`.replaceAll("\n", "\n    ");
  // The output of a program or plugin.
  const head = typeof text === "string" ? `${message}: ${text}` : message;
  const line = `${time} ${level.padEnd(5)} ${head.replaceAll("\n", "\\n")}${fieldTexts.join("")}${below}`;
  // The only line breaks left are those of the cause.
  return escapeControls(line.slice(0, lineMax)).replace(/[^\P{Cc}\n]/gu, escapeCharacter);
}

function quoteIfNeeded(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}

function toJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

/** Returns a JSON-compatible copy of a value, truncated and without secrets. */
function sanitise(value: unknown, secrets: readonly string[], depth = 0): unknown {
  switch (typeof value) {
    case "string":
      return shorten(redact(value, secrets));
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "boolean":
    case "undefined":
      return value;
    case "bigint":
      return String(value);
    case "object":
      return value === null ? null : sanitiseObject(value, secrets, depth);
    default:
      return `[${typeof value}]`;
  }
}

function sanitiseObject(value: object, secrets: readonly string[], depth: number): unknown {
  try {
    if (value instanceof Error) return shorten(redact(formatErrorChain(value), secrets));
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof URL) return sanitise(value.href, secrets);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (depth >= depthMax) return "[…]";
    if (Array.isArray(value)) {
      const items = value.slice(0, itemsMax).map((item) => sanitise(item, secrets, depth + 1));
      if (value.length > itemsMax) items.push(`[${value.length - itemsMax} more]`);
      return items;
    }
    const entries =
      value instanceof Map ? [...value].map(([k, v]) => [String(k), v]) : listEntries(value);
    return Object.fromEntries(
      entries
        .slice(0, itemsMax)
        .map(([name, item]) => [
          shorten(redact(String(name), secrets)),
          isSecretName(String(name)) ? "[secret]" : sanitise(item, secrets, depth + 1),
        ]),
    );
  } catch {
    // A getter may throw. Logging must not fail.
    return "[cannot be read]";
  }
}

function listEntries(value: object): [string, unknown][] {
  return Object.entries(value);
}

const secretKeys = /^(?:(?:x[-_][\w-]{1,20}[-_]|x-)?api[-_]?key|access_token|authorization)$/i;
const secretValues = /^(?:cookie|password|secret|pepper)$/i;

function isSecretName(name: string): boolean {
  return secretKeys.test(name) || secretValues.test(name);
}

function shorten(text: string): string {
  if (text.length <= textMax) return text.toWellFormed();
  return `${text.slice(0, textMax).toWellFormed()}… (${text.length} characters)`;
}
