import { jsonrepair } from "jsonrepair";
import dev from "../../plugin.ts";
import { describe, Fault, readOrRefuse, shorten } from "../fault.ts";
import { formatJson } from "./format.ts";
import type { TextOptions } from "./request.ts";

type Formatted = ReturnType<typeof formatJson>;

/** Formats a JSON text, one that is almost JSON, or JSON Lines. */
export function formatText(text: string, options: TextOptions): Formatted {
  const { bodyBytesMax: repairMax } = dev.limits;
  if (options.repair && text.length > repairMax)
    throw dev.error(
      "invalid_input",
      `body.json must have at most ${repairMax} characters for a repair: it has ${text.length}`,
      { at: "body.json" },
    );
  const format = options.repair ? formatRepaired : formatJson;
  if (!options.jsonl) return readOrRefuse(text, "body.json", () => format(text, options));
  return readOrRefuse(text, "body.json", () => formatLines(text, options, format));
}

/** Formats a text that may need a repair. JSON5 is rewritten exactly, everything else is a guess. */
function formatRepaired(text: string, options: TextOptions): Formatted {
  try {
    return formatJson(text, { ...options, jsonc: true });
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const repaired = guessJson(text);
    // The fault of the caller's text is clearer than one of a failed repair.
    if (repaired === undefined) throw fault;
    const formatted = formatJson(repaired, { ...options, jsonc: false });
    const { line, column } = describe(fault, text);
    const warning = `The text was repaired by guessing: ${shorten(fault.message)} (line ${line}, column ${column})`;
    return {
      ...formatted,
      bytes_in: Buffer.byteLength(text),
      warnings: [warning, ...formatted.warnings],
    };
  }
}

/** Returns a JSON text that is similar to a faulty one, if there is one. */
function guessJson(text: string): string | undefined {
  try {
    const guess = unescapeWhole(text) ?? jsonrepair(text);
    formatJson(guess, guessOptions);
    return guess;
  } catch {
    return undefined;
  }
}

/** Returns the JSON text that was copied as the inside of a string literal, if it is one. */
function unescapeWhole(text: string): string | undefined {
  if (!/^\s*[{[](?:\\[nrt]|\s)*\\"/.test(text)) return undefined;
  try {
    const inside = String(JSON.parse(`"${text.trim()}"`));
    formatJson(inside, guessOptions);
    return inside;
  } catch {
    return undefined;
  }
}

const guessOptions = {
  indent: 0,
  sort_keys: "none",
  minify: true,
  ascii: false,
  jsonc: false,
} as const;

/** Formats each line by itself. Blank lines are dropped. */
function formatLines(text: string, options: TextOptions, format: typeof formatRepaired): Formatted {
  const lines: string[] = [];
  const total = { depth: 0, keys: 0, warnings: [] as string[] };
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") {
      const one = formatLine(start, () => format(line, { ...options, minify: true }));
      lines.push(`${one.formatted}\n`);
      total.depth = Math.max(total.depth, one.depth);
      total.keys += one.keys;
      addWarnings(total.warnings, one.warnings, index + 1);
    }
    start += line.length + 1;
  }
  const formatted = lines.join("");
  const [bytes_in, bytes_out] = [Buffer.byteLength(text), Buffer.byteLength(formatted)];
  return { formatted, bytes_in, bytes_out, ...total };
}

function formatLine(start: number, format: () => Formatted): Formatted {
  try {
    return format();
  } catch (error) {
    if (error instanceof Fault) throw new Fault(error.message, start + error.offset);
    throw error;
  }
}

const warningsMax = 100;

/** Adds the warnings of a line, with its number instead of 1. */
function addWarnings(warnings: string[], added: readonly string[], line: number): void {
  for (const warning of added)
    if (warnings.length < warningsMax)
      warnings.push(warning.replace(/\(line 1(?=[,)])/, `(line ${line}`));
}
