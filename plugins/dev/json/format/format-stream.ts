import type { Upload } from "hub";
import { decodePieces } from "../../encoding/source.ts";
import dev from "../../plugin.ts";
import { replyWithText } from "../../stream-reply.ts";
import { Fault, getFaultCode } from "../fault.ts";
import { formatText } from "./format-text.ts";
import type { TextOptions } from "./request.ts";
import { StreamFormatter } from "./stream-formatter.ts";

/** Formats a large file. Its text is the reply, or part of it. */
export function replyWithFormatted(file: Upload, options: TextOptions) {
  const isLarge = file.size > dev.limits.jsonBodyBytesMax;
  if (isLarge) checkStreamOptions(file, options);
  const totals: FormatTotals = { bytes_in: 0, bytes_out: 0, depth: 0, keys: 0, warnings: [] };
  totals.warnings.push("The text is too large to search it for duplicate keys and inexact numbers");
  return replyWithText({
    field: "formatted",
    write: () => formatStream(file, options, totals),
    finish: () => totals,
    answerWhole: isLarge ? undefined : async () => formatText(await loadText(file), options),
  });
}

/** Facts about a formatted text. */
interface FormatTotals {
  bytes_in: number;
  bytes_out: number;
  depth: number;
  keys: number;
  warnings: string[];
}

/** Returns the name of an option that needs the whole text in memory. */
export function findWholeTextOption(options: TextOptions): string | undefined {
  const { sort_keys, jsonc, repair, jsonl } = options;
  const chosen = Object.entries({ sort_keys: sort_keys !== "none", jsonc, repair, jsonl });
  return chosen.find(([, isChosen]) => isChosen)?.[0];
}

/** Throws if an option needs the whole text in memory. */
function checkStreamOptions(file: Upload, options: TextOptions): void {
  const name = findWholeTextOption(options);
  const max = dev.limits.jsonBodyBytesMax;
  if (name !== undefined)
    throw dev.error(
      "invalid_input",
      `body.${name} is supported up to ${max} bytes: the file has ${file.size}`,
      { at: `body.${name}` },
    );
}

/** Formats a JSON text of any size, as UTF-8. */
async function* formatStream(
  file: Upload,
  options: TextOptions,
  totals: FormatTotals,
): AsyncGenerator<string> {
  const formatter = new StreamFormatter(options);
  totals.bytes_in = file.size;
  totals.bytes_out = 0;
  try {
    for await (const text of decodePieces(file))
      for (const piece of formatter.write(text)) {
        totals.bytes_out += Buffer.byteLength(piece);
        yield piece;
      }
    formatter.end();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { line, column } = formatter.getPosition(error);
    throw dev.error(
      getFaultCode(error),
      `body.file cannot be read at line ${line}, column ${column}: ${error.message}`,
      { at: "body.file", members: { line, column, offset: error.offset } },
    );
  }
  const { depth, keys } = formatter;
  Object.assign(totals, { depth, keys });
}

async function loadText(file: Upload): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of decodePieces(file)) pieces.push(piece);
  return pieces.join("");
}
