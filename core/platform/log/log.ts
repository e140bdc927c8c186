import type { Log } from "../../contract/doors.ts";
import { redact } from "./redact.ts";

export type { Log } from "../../contract/doors.ts";

type Level = keyof Log;

/** How the log is written: a JSON object a line, or lines for people. */
export type LogFormat = "json" | "text";

/** Where lines go. `later` says that one may wait for others. */
export interface LogOutput {
  write(line: string, options?: { later?: boolean }): void;
}

const textMax = 8192;
const itemsMax = 50;
const depthMax = 5;
const lineMax = 65_536;

/** Takes no notice of anything, for tests that are about something else. */
export const quietLog: Log = { info() {}, warn() {}, error() {} };

/**
 * Writes entries as lines: one entry is one line of JSON, whatever is in it. Values that are long or
 * deep are cut, and what is known to be secret is left out.
 */
export function createLog({
  output,
  format = "json",
  secrets = [],
  clock = Date.now,
}: {
  output: LogOutput;
  format?: LogFormat;
  /** Texts that no line may hold. */
  secrets?: readonly string[];
  clock?: () => number;
}): Log {
  const at =
    (level: Level) =>
    (message: string, fields: object = {}) => {
      const time = new Date(clock()).toISOString();
      const given = safe({ message: String(message), ...fields }, secrets) as Fields;
      output.write(writeEntry(format, { time, level, ...given }));
    };
  return { info: at("info"), warn: at("warn"), error: at("error") };
}

type Fields = { message: string } & Record<string, unknown>;
type Entry = { time: string; level: Level } & Fields;

/** What was thrown and what lay beneath it, with stacks, as one text. */
export function stackOf(thrown: unknown): string {
  const texts: string[] = [];
  for (let error = thrown; error !== undefined && texts.length < depthMax; ) {
    texts.push(ownStack(error));
    error = error instanceof Error ? error.cause : undefined;
  }
  return texts.join("\nCaused by: ");
}

function ownStack(thrown: unknown): string {
  if (typeof thrown === "string") return thrown;
  if (!(thrown instanceof Error)) return Bun.inspect(thrown, { depth: 2 });
  const { name, message, stack } = thrown;
  const title = `${name}: ${message}`;
  // An error that was made anew on this side of a wire brings the stack of the other.
  const isWhole = stack?.startsWith(title) || (message !== "" && stack?.includes(message));
  return stack ? (isWhole ? stack : `${title}\n${stack}`) : title;
}

function writeEntry(format: LogFormat, entry: Entry): string {
  return format === "json" ? jsonLine(entry) : textLines(entry);
}

function jsonLine(entry: Entry): string {
  const line = JSON.stringify(entry);
  if (line.length <= lineMax) return harmless(line);
  const { time, level, message, plugin, request_id } = entry;
  const kept = { time, level, message, plugin, request_id, cut: line.length };
  return harmless(JSON.stringify(kept));
}

/** JSON escapes what ends a line for it; terminals and some readers know more such characters. */
function harmless(line: string): string {
  return line.replace(/[\u007f-\u009f\u2028\u2029]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A line for people, with the stack of a cause below it, indented. */
function textLines({ time, level, message, cause, ...fields }: Entry): string {
  const told = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => ` ${bare(name)}=${typeof value === "string" ? bare(value) : plain(value)}`,
    );
  const below = cause === undefined ? "" : `\n${String(cause)}`.replaceAll("\n", "\n    ");
  const line = `${time} ${level.padEnd(5)} ${message.replaceAll("\n", "\\n")}${told.join("")}${below}`;
  // The only line ends left are those before the indented lines of the cause.
  return harmless(line.slice(0, lineMax)).replace(/[^\P{Cc}\n]/gu, escapeCharacter);
}

function bare(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}

function plain(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

/** A copy of a value that is JSON, of bounded size, and without secrets. */
function safe(value: unknown, secrets: readonly string[], depth = 0): unknown {
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
      return value === null ? null : safeObject(value, secrets, depth);
    default:
      return `[${typeof value}]`;
  }
}

function safeObject(value: object, secrets: readonly string[], depth: number): unknown {
  try {
    if (value instanceof Error) return shorten(redact(stackOf(value), secrets));
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof URL) return safe(value.href, secrets);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (depth >= depthMax) return "[…]";
    if (Array.isArray(value)) {
      const items = value.slice(0, itemsMax).map((item) => safe(item, secrets, depth + 1));
      if (value.length > itemsMax) items.push(`[${value.length - itemsMax} more]`);
      return items;
    }
    const entries = value instanceof Map ? [...value].map(([k, v]) => [String(k), v]) : own(value);
    return Object.fromEntries(
      entries
        .slice(0, itemsMax)
        .map(([name, item]) => [
          shorten(redact(String(name), secrets)),
          isSecretName(String(name)) ? "[secret]" : safe(item, secrets, depth + 1),
        ]),
    );
  } catch {
    // A getter of a plugin's own may throw, and no line is worth a failure.
    return "[cannot be read]";
  }
}

function own(value: object): [string, unknown][] {
  return Object.entries(value);
}

function isSecretName(name: string): boolean {
  return /^(?:x-api-key|api_?key|authorization|cookie|password|secret|pepper|access_token)$/i.test(
    name,
  );
}

function shorten(text: string): string {
  if (text.length <= textMax) return text.toWellFormed();
  return `${text.slice(0, textMax).toWellFormed()}… (${text.length} characters)`;
}
