import { readPackageFile } from "hub";
import { loadJq } from "jq-wasm";
import dev from "../../plugin.ts";
import { shorten } from "../fault.ts";
import type { JqOptions } from "./request.ts";

/** The results of a filter. An error ends them, or lets jq continue with the next document. */
export interface JqResults {
  /** One line of JSON for each result. */
  lines: string[];
  /** The exit status of the command. */
  status: number;
  /** The last error, if the filter failed after its first result. */
  problem?: string;
}

/** jq's environment is made up, except for the path of the running program. */
const emptyEnvironment = "{} as $ENV | def env: $ENV; ";

/**
 * Runs a jq filter. The filter may run forever: only the end of the job process stops it. Throws if it fails before its
 * first result, or if it needs more memory than 256 MB.
 */
export async function runJq(
  json: string,
  filter: string,
  options: Partial<JqOptions>,
): Promise<JqResults> {
  // Without a filter the command would print its help.
  const isEmpty = filter.split("\n").every((line) => /^\s*(?:#|$)/.test(line));
  const { stdout, stderr, exitCode } = await run(json, isEmpty ? "." : filter, options);
  const lines = stdout.split("\n").filter((line) => line !== "");
  // The option for the exit status fails without a message.
  const hasFailed = exitCode !== 0 && stderr !== "";
  if (hasFailed && lines.length === 0) throw describeError(stderr, exitCode);
  const isProblem = hasFailed || /^jq: (?:parse )?error/m.test(stderr);
  const { problem } = describeProblem(stderr);
  return { lines, status: exitCode, ...(isProblem && { problem }) };
}

async function run(json: string, filter: string, options: Partial<JqOptions>) {
  const { jq, checkStack } = await createJq();
  try {
    const result = jq.raw(json, emptyEnvironment + filter, listFlags(options));
    checkStack();
    return result;
  } catch (cause) {
    const [code, problem] =
      cause instanceof RangeError
        ? (["too_deep", "it nests too deeply"] as const)
        : (["too_much_work", "it needs too much memory"] as const);
    throw dev.error(code, `body.path cannot be run by jq: ${problem}`, { at: "body.path", cause });
  }
}

function listFlags(options: Partial<JqOptions>): string[] {
  const { slurp, raw_input, null_input, sort_keys, exit_status, arg = {}, argjson = {} } = options;
  return [
    "-c",
    ...(slurp ? ["-s"] : []),
    ...(raw_input ? ["-R"] : []),
    ...(null_input ? ["-n"] : []),
    ...(sort_keys ? ["-S"] : []),
    ...(exit_status ? ["-e"] : []),
    ...Object.entries(arg).flatMap(([name, value]) => ["--arg", name, value]),
    ...Object.entries(argjson).flatMap(([name, value]) => [
      "--argjson",
      name,
      JSON.stringify(value),
    ]),
  ];
}

let compiled: Promise<WebAssembly.Module> | undefined;

const pageBytes = 65_536;

/** The most memory of jq, which the package fixes. */
const memoryPages = 4096;

/** The stack takes at most this much at the end of the memory. */
const stackBytes = 32 * 1_048_576;

/**
 * Creates an instance for one run, so that no run sees the memory of another. The package gives jq a stack of 64 kB,
 * which overwrites other memory when values nest some hundred levels. The stack therefore starts at the end of the
 * memory, and a guard shows whether it met the heap.
 */
async function createJq() {
  compiled ??= compileJq();
  const module = await compiled;
  let memory: WebAssembly.Memory | undefined;
  const jq = await loadJq({
    instantiateWasm(imports, onSuccess) {
      const instance = new WebAssembly.Instance(module, imports);
      // The names of emscripten's memory and emscripten_stack_restore in this version of the package.
      const { F: found, J: setStack } = instance.exports;
      memory = found as WebAssembly.Memory;
      memory.grow(memoryPages - memory.buffer.byteLength / pageBytes);
      (setStack as (pointer: number) => void)(memoryPages * pageBytes - 16);
      getGuard(memory).fill(guardByte);
      onSuccess(instance, module);
    },
  });
  const checkStack = () => {
    if (!memory || getGuard(memory).some((byte) => byte !== guardByte))
      throw new Error("The heap of jq reached its stack");
  };
  return { jq, checkStack };
}

async function compileJq(): Promise<WebAssembly.Module> {
  const bytes = await readPackageFile(import.meta.resolve("jq-wasm/jq.wasm"));
  return WebAssembly.compile(Uint8Array.from(bytes));
}

const guardByte = 0xa5;

function getGuard({ buffer }: WebAssembly.Memory): Uint8Array {
  return new Uint8Array(buffer, memoryPages * pageBytes - stackBytes, pageBytes);
}

function describeError(stderr: string, exit_status: number) {
  const { problem, position } = describeProblem(stderr);
  const place = position ? ` at line ${position.line}, column ${position.column}` : "";
  const [code, at, detail] = stderr.startsWith("jq: parse error")
    ? (["syntax_error", "body.json", `cannot be read${place}`] as const)
    : (["invalid_path", "body.path", `cannot be run by jq${place}`] as const);
  return dev.error(code, `${at} ${detail}: ${problem}`, {
    at,
    cause: new Error(stderr),
    members: { exit_status, ...position },
    headers: { "x-exit-status": String(exit_status) },
  });
}

/** Returns the last error that jq printed, without its prefix, and its position in the text. */
function describeProblem(stderr: string) {
  const line = stderr.split("\n").findLast((part) => /^jq: (?:parse )?error/.test(part)) ?? stderr;
  const text = line.replace(/^jq: (?:parse )?error(?: \(at [^)]*\))?:? */, "");
  const place = / at (?:EOF at |<top-level>, )?line (\d+), column (\d+):?$/.exec(text);
  const problem = shorten(place ? text.slice(0, place.index) : text.trim());
  if (!place) return { problem };
  const shift = text.includes("<top-level>, line 1,") ? emptyEnvironment.length : 0;
  const column = Math.max(Number(place[2]) - shift, 1);
  return { problem, position: { line: Number(place[1]), column } };
}
