import { basename, resolve } from "node:path";
import type { Permissions } from "../../contract/doors.ts";
import { runInside } from "../../platform/sandbox/run-inside.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { scratchMax } from "../../platform/sandbox/scratch.ts";
import { grantVariable, unavailableMark } from "../grants/grants.ts";
import { copyFiles, listFiles } from "../live/plugin-files.ts";
import { pathsIn } from "./fingerprint.ts";
import { printable } from "./printable.ts";

/** Timeout of the examples, and of the tests. */
const timeoutMsMax = 120_000;
/** Default memory limit of each. */
const memoryMbDefault = 2048;
/** Maximum size of their output. */
const printedMax = 4 * 2 ** 20;

const coreFolder = resolve(import.meta.dir, "../..");

interface TryOutOptions {
  sandbox: Sandbox;
  /** The granted permissions. The plugin runs with exactly these. */
  granted: Permissions;
  /** Timeout of each step. */
  timeoutMs?: number;
  /** Memory limit of each step. Default 2048. */
  memoryMbMax?: number;
}

/** The number of passed tests. */
export interface TriedOut {
  examples: number;
  testFiles: number;
  /** One line for each endpoint whose example needs a permission that wasn't granted. */
  unavailable: string[];
}

/**
 * Runs the examples of a folder, then its tests, in sandboxed processes. They can only read the folder and
 * can't write permanent files. Throws with their output if one fails. The examples run from a copy next to the folder, as
 * in a hub: without tests and hidden files, and with a link to the packages.
 */
export async function tryOut(
  dir: string,
  { examples, runsTests = true, ...options }: TryOutOptions & TryOutScope,
): Promise<TriedOut> {
  const copy = `${dir}-copy/${basename(dir)}`;
  const origin = await copyFiles(dir, listFiles(dir), copy);
  const printed = await run(copy, {
    ...options,
    args: [`${coreFolder}/testing/run-examples.ts`, copy],
    what: "The plugin's examples",
    read: origin === undefined ? [] : [origin],
  });
  const tests = runsTests ? pathsIn(dir).filter(isTest) : [];
  if (tests.length > 0)
    await run(dir, {
      ...options,
      args: ["test", `--preload=${coreFolder}/resolve-hub.ts`, ...tests.map((file) => `./${file}`)],
      what: "The plugin's tests",
    });
  const unavailable = printed.split("\n").filter((line) => line.startsWith(unavailableMark));
  return { examples: examples - unavailable.length, testFiles: tests.length, unavailable };
}

interface TryOutScope {
  /** Number of examples. */
  examples: number;
  /** Whether its own tests run, too. Default true. */
  runsTests?: boolean | undefined;
}

/** Checks whether `bun test` would run a file. */
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
    read = [],
  }: TryOutOptions & { args: readonly string[]; what: string; read?: readonly string[] },
): Promise<string> {
  const limits = { timeoutMs, memoryMbMax, printedMax };
  const { printed, errors, exitCode, signal, limit } = await runInside(args, {
    ...limits,
    sandbox,
    folder: dir,
    cwd: dir,
    read,
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
  const output = printable(`${printed}\n${errors}`).trim();
  throw new Error(`${what} ${why}${output && `\n\n${output.slice(-8000)}`}`);
}
