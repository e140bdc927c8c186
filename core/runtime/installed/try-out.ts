import { resolve } from "node:path";
import { watchMemory } from "../sandbox/memory.ts";
import { plainBun, rulesForPlugins, type Sandbox } from "../sandbox/sandbox.ts";
import { Scratch, scratchMax } from "../sandbox/scratch.ts";
import { pathsIn } from "./fingerprint.ts";
import { printable } from "./printable.ts";

/** How long the examples, and the tests, may take. */
const timeoutMsMax = 120_000;
/** Most memory that each may take. */
const memoryMbMax = 2048;
/** Most bytes of what they print. */
const printedMax = 4 * 2 ** 20;
/** How often is looked what they have written. */
const lookMs = 500;

const core = resolve(import.meta.dir, "../..");

export interface TryOutOptions {
  sandbox: Sandbox;
  /** How long each step may take. */
  timeoutMs?: number;
}

/** How many tests a folder has passed. */
export interface TriedOut {
  examples: number;
  testFiles: number;
}

/**
 * Runs the examples of a folder, then its tests, in processes that can read it and nothing else of
 * anybody's, and can write nothing that stays. Throws with what they print where one fails.
 */
export async function tryOut(
  dir: string,
  { examples, ...options }: TryOutOptions & { examples: number },
): Promise<TriedOut> {
  await runInside(dir, {
    ...options,
    args: [`${core}/testing/run-examples.ts`, dir],
    what: "Its examples",
  });
  const tests = pathsIn(dir).filter(isTest);
  if (tests.length > 0)
    await runInside(dir, {
      ...options,
      args: ["test", `--preload=${core}/resolve-hub.ts`, ...tests.map((file) => `./${file}`)],
      what: "Its tests",
    });
  return { examples, testFiles: tests.length };
}

/** The names by which `bun test` finds them. */
function isTest(path: string): boolean {
  return !path.includes("node_modules/") && /[._](test|spec)\.[cm]?[jt]sx?$/.test(path);
}

async function runInside(
  dir: string,
  {
    sandbox,
    timeoutMs = timeoutMsMax,
    args,
    what,
  }: TryOutOptions & { args: readonly string[]; what: string },
): Promise<void> {
  const scratch = new Scratch();
  try {
    const rules = rulesForPlugins([dir], { scratch: scratch.dir });
    const command = [process.execPath, "--no-orphans", ...plainBun, ...args];
    const child = Bun.spawn(
      sandbox.wrap(command, {
        ...rules,
        limits: { ...rules.limits, cpuSecondsMax: Math.ceil((2 * timeoutMs) / 1000) },
      }),
      {
        cwd: dir,
        env: { TMPDIR: scratch.dir },
        stdio: ["ignore", "pipe", "pipe"],
        timeout: timeoutMs,
        killSignal: "SIGKILL",
        maxBuffer: printedMax,
      },
    );
    let limit: string | undefined;
    const end = (reached: string) => {
      limit = reached;
      child.kill("SIGKILL");
    };
    const unwatch = watchMemory(child.pid, (megabytes) => {
      if (megabytes > memoryMbMax) end(`with ${memoryMbMax} MB of memory`);
    });
    const looking = setInterval(() => {
      if (scratch.isOverfull()) end(`with ${scratchMax.bytes} bytes of files`);
    }, lookMs);
    const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    await child.exited;
    clearInterval(looking);
    unwatch();
    if (child.exitCode === 0) return;
    const words = printable(`${printed}\n${errors}`).trim();
    if (Math.max(printed.length, errors.length) >= printedMax)
      limit = `with ${printedMax} bytes printed`;
    const why = child.signalCode
      ? `were ended: they must do ${limit ?? `in ${timeoutMs} ms`}`
      : "fail";
    throw new Error(`${what} ${why}${words && `\n\n${words.slice(-8000)}`}`);
  } finally {
    await scratch.remove();
  }
}
