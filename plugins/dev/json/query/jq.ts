import dev from "../../plugin.ts";
import { shorten } from "../fault.ts";

/** The part of jq-web that is used. It has no types. */
interface Jq {
  raw(json: string, filter: string, flags: readonly string[]): string | undefined;
}

/** Loaded once per process: its WebAssembly takes 50 ms. */
let loaded: Promise<Jq> | undefined;

/** jq's environment is made up, except for the path of the running program. */
const emptyEnvironment = "{} as $ENV | def env: $ENV; ";

/**
 * Runs a jq filter and returns one line of JSON per result. The filter may run forever: only the end of the job process
 * stops it.
 */
export async function runJq(json: string, filter: string): Promise<string[]> {
  loaded ??= import("jq-web").then(({ default: jq }) => jq);
  const jq = await loaded;
  // Without a filter the command would print its help.
  const program = emptyEnvironment + (filter.trim() === "" ? "." : filter);
  try {
    const output = jq.raw(json, program, ["-c"]) ?? "";
    return output.split("\n").filter((line) => line !== "");
  } catch (error) {
    const problem = findParseError(error);
    if (problem)
      throw dev.error("syntax_error", `body.json cannot be read by jq: ${problem}`, {
        at: "body.json",
        cause: error,
      });
    throw dev.error("invalid_path", `body.path cannot be run by jq: ${describeProblem(error)}`, {
      at: "body.path",
      cause: error,
    });
  }
}

/** Returns jq's message about the text: it accepts neither lone surrogates nor more than 256 levels. */
function findParseError(error: unknown): string | undefined {
  const [, problem] = /^jq: parse error: (.*)$/m.exec(readOutput(error)) ?? [];
  return problem && shorten(problem);
}

function readOutput(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return stderr ?? message;
}

/** Returns the message that jq printed, without its prefix. */
function describeProblem(error: unknown): string {
  const { message } = error as Error;
  const line = readOutput(error)
    .split("\n")
    .find((part) => part.startsWith("jq: error"));
  const text = (line ?? message).replace(/^jq: error(?: \(at [^)]*\))?:? */, "");
  return shorten(text.replace(/, line \d+:$/, ""));
}
