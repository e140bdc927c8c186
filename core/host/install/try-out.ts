import { resolve } from "node:path";
import type { Permissions } from "../../contract/doors.ts";
import { runInside } from "../../platform/sandbox/run-inside.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { scratchMax } from "../../platform/sandbox/scratch.ts";
import { grantVariable, unavailableMark } from "../grants/grants.ts";
import { pathsIn } from "./fingerprint.ts";
import { printable } from "./printable.ts";

/** How long the examples, and the tests, may take. */
const timeoutMsMax = 120_000;
/** Most memory that each may take by default. */
const memoryMbDefault = 2048;
/** Most bytes of what they print. */
const printedMax = 4 * 2 ** 20;

const core = resolve(import.meta.dir, "../..");

interface TryOutOptions {
  sandbox: Sandbox;
  /** What it is granted: it is tried with exactly that. */
  granted: Permissions;
  /** How long each step may take. */
  timeoutMs?: number;
  /** Most memory that each step may take. Default 2048. */
  memoryMbMax?: number;
}

/** How many tests a folder has passed. */
export interface TriedOut {
  examples: number;
  testFiles: number;
  /** A line for each endpoint that can't answer its example without a right that was not granted. */
  unavailable: string[];
}

/**
 * Runs the examples of a folder, then its tests, in processes that can read it and nothing else of
 * anybody's, and can write nothing that stays. Throws with what they print where one fails.
 */
export async function tryOut(
  dir: string,
  { examples, runsTests = true, ...options }: TryOutOptions & TryOutScope,
): Promise<TriedOut> {
  const printed = await run(dir, {
    ...options,
    args: [`${core}/testing/run-examples.ts`, dir],
    what: "The plugin's examples",
  });
  const tests = runsTests ? pathsIn(dir).filter(isTest) : [];
  if (tests.length > 0)
    await run(dir, {
      ...options,
      args: ["test", `--preload=${core}/resolve-hub.ts`, ...tests.map((file) => `./${file}`)],
      what: "The plugin's tests",
    });
  const unavailable = printed.split("\n").filter((line) => line.startsWith(unavailableMark));
  return { examples: examples - unavailable.length, testFiles: tests.length, unavailable };
}

interface TryOutScope {
  /** How many examples it has. */
  examples: number;
  /** Whether its own tests run, too. Default true. */
  runsTests?: boolean | undefined;
}

/** The names by which `bun test` finds them. */
function isTest(path: string): boolean {
  return !path.includes("node_modules/") && /[._](test|spec)\.[cm]?[jt]sx?$/.test(path);
}

async function run(
  dir: string,
  {
    sandbox,
    granted,
    timeoutMs = timeoutMsMax,
    memoryMbMax = memoryMbDefault,
    args,
    what,
  }: TryOutOptions & { args: readonly string[]; what: string },
): Promise<string> {
  const limits = { timeoutMs, memoryMbMax, printedMax };
  const { printed, errors, exitCode, signal, limit } = await runInside(args, {
    ...limits,
    sandbox,
    folder: dir,
    cwd: dir,
    env: { [grantVariable]: JSON.stringify(granted) },
  });
  if (exitCode === 0) return printed;
  const within = {
    time: `within ${timeoutMs} ms`,
    memory: `with at most ${memoryMbMax} MB of memory`,
    files: `with at most ${scratchMax.bytes} bytes of temporary files`,
    output: `with at most ${printedMax} bytes of output`,
  };
  const why = signal ? `were stopped: they must finish ${within[limit ?? "time"]}` : "failed";
  const words = printable(`${printed}\n${errors}`).trim();
  throw new Error(`${what} ${why}${words && `\n\n${words.slice(-8000)}`}`);
}
