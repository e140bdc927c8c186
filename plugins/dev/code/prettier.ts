import type { Options } from "prettier";
import { format } from "prettier/standalone";
import { Fault, findOffset, guardPackage, type Position, readOrRefuse } from "../json/fault.ts";
import { checkLength } from "../json/output.ts";
import dev from "../plugin.ts";

interface PrettierOptions {
  /** The field with the text, for errors. */
  at: string;
  parser: string;
  plugins: Options["plugins"];
  indent: number | "tab";
  width: number;
  htmlWhitespaceSensitivity?: "css" | "strict" | "ignore";
}

/** Formats a text with Prettier. Syntax errors name the field and the position. */
export async function formatWithPrettier(
  text: string,
  { at, indent, width, ...options }: PrettierOptions,
): Promise<string> {
  try {
    const formatted = await format(text, {
      ...options,
      plugins: options.plugins ?? [],
      printWidth: width,
      useTabs: indent === "tab",
      tabWidth: indent === "tab" ? 2 : indent,
    });
    checkLength(formatted.length);
    return formatted;
  } catch (error) {
    if (error instanceof RangeError)
      throw dev.error("too_deep", `${at} nests too deeply`, { at, cause: error });
    return guardPackage(at, () =>
      readOrRefuse(text, at, () => {
        if (!isSyntaxError(error)) throw error;
        throw new Fault(simplifyMessage(error.message), findOffset(text, error.loc.start));
      }),
    );
  }
}

interface PrettierError extends Error {
  loc: { start: Position };
}

function isSyntaxError(error: unknown): error is PrettierError {
  return error instanceof Error && "loc" in error;
}

/** Removes the position, the excerpt and the link from a message. */
function simplifyMessage(message: string): string {
  const [line = ""] = message.split("\n", 1);
  return line
    .replace(/ \(\d+:\d+\)$/, "")
    .replace(/ For more info see \S+$/, "")
    .replace(/^Syntax Error: /, "");
}
