import type { Browser } from "../../contract/browser-door.ts";
import type { Doors, RunResult } from "../../contract/doors.ts";
import { HubError } from "../../contract/errors.ts";
import type { Resolve } from "../../contract/net-door.ts";
import type { Log } from "../log/log.ts";
import { kvOf } from "../store/kv.ts";
import type { Records } from "../store/records.ts";
import type { DoorBackends, Reach } from "./grant.ts";
import { systemRandom } from "./random.ts";

const timeoutMsDefault = 30_000;

const outputBytesMax = 64 * 1024 * 1024;

/** The real outside: the hub's store, the network, programs, clock and dice. */
export function createBackends({
  records,
  reach,
  resolve,
  data,
  browser,
  clock,
  env,
  later,
  log,
}: {
  records: Records;
  reach: Reach;
  resolve: Resolve;
  data: DoorBackends["data"];
  browser: Browser;
  clock: () => number;
  env: DoorBackends["env"];
  later: DoorBackends["later"];
  log: Log;
}): DoorBackends {
  return {
    reach,
    resolve,
    data,
    browser,
    kv: (plugin) => kvOf(records, plugin, clock),
    env,
    clock,
    random: systemRandom,
    log: (plugin) => ({
      info: (message, fields) => log.info(message, { plugin, fields }),
      warn: (message, fields) => log.warn(message, { plugin, fields }),
      error: (message, fields) => log.error(message, { plugin, fields }),
    }),
    later,
    run,
  };
}

/** Runs a program with an empty environment but PATH, and waits for it. */
export const run: Doors["run"] = async (
  program: string,
  args = [],
  { stdin, timeoutMs = timeoutMsDefault } = {},
): Promise<RunResult> => {
  const found = Bun.which(program);
  if (!found)
    throw new HubError(
      "capability_unavailable",
      `The program "${program}" is not installed on this hub`,
    );
  const child = Bun.spawn([found, ...args], {
    stdin: stdin === undefined ? "ignore" : new Blob([stdin as string]),
    stdout: "pipe",
    stderr: "pipe",
    env: { PATH: process.env.PATH, LANG: "C.UTF-8" },
    // Whole, as what is left of a time seldom is; and 0 would mean no end at all.
    timeout: Math.max(1, Math.ceil(timeoutMs)),
    killSignal: "SIGKILL",
    maxBuffer: outputBytesMax,
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).bytes(),
    child.exited,
  ]);
  if (child.signalCode === "SIGKILL")
    throw Math.max(stdout.length, stderr.length) >= outputBytesMax
      ? new HubError(
          "job_memory",
          `The program "${program}" wrote more than ${outputBytesMax} bytes`,
        )
      : new HubError("job_timeout", `The program "${program}" took longer than ${timeoutMs} ms`);
  return { exitCode, stdout, stderr: new TextDecoder().decode(stderr) };
};
