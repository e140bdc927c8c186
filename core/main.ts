// First, because the hub may be started from another folder, whose bunfig.toml doesn't preload it.
import "./resolve-hub.ts";
import { type Config, listPluginRoots, loadConfig, parseLogFormat } from "./app/config.ts";
import { createLog } from "./platform/log/log.ts";
import { type OpenLog, openLog } from "./platform/log/output.ts";
import { listSecrets } from "./platform/log/redact.ts";
import { isSibling } from "./platform/processes/messages.ts";

if (process.argv.includes("--help") || process.argv.includes("-h")) {
  console.log(`Usage: bun run start [--with-translation]
  start the hub; docs/OPERATING.md lists its environment variables
  --with-translation   install Apertium first (Debian or Ubuntu, as root)`);
  process.exit(0);
}
if (process.argv.includes("--with-translation")) {
  const script = `${import.meta.dir}/../scripts/install-apertium.ts`;
  // Without Apertium the hub supports fewer languages, and the API reports that.
  Bun.spawnSync([process.execPath, script], { stdout: "inherit", stderr: "inherit" });
}
/** Time limit for writing the last log lines. */
const lastLinesMs = 1000;

/** The port of the hub. Undefined if this process supervises others. */
export let port: number | undefined;

let open: OpenLog | undefined;
try {
  const config = loadConfig(process.env);
  open = openLog(config.log, process.env);
  const isSupervisor = config.processes > 1 && !isSibling(process.env);
  if (isSupervisor) await supervise(config, open);
  else port = await serve(config, open);
} catch (error) {
  await open?.output.flush();
  await Bun.write(Bun.stderr, formatStartError(error as Error));
  process.exit(1);
}

/** Starts the hub, which runs until it receives a signal to stop. Returns its port. */
async function serve(config: Config, { log, output }: OpenLog): Promise<number> {
  // Imported here, because a supervisor doesn't need them.
  const { LateFailures } = await import("./platform/log/late-failures.ts");
  const { capturePrints } = await import("./platform/log/stray-output.ts");
  const { createGarbageCheck, garbageCheckMs } = await import(
    "./platform/processes/collect-garbage.ts"
  );
  const { startHub } = await import("./app/start.ts");
  const late = new LateFailures({ log, roots: listPluginRoots(config) });
  // Unhandled errors don't stop the hub. Errors during the start are awaited, so they still end it.
  process.on("uncaughtException", (error) => late.recordFailure(error));
  process.on("unhandledRejection", (error) => late.recordFailure(error));
  capturePrints(log, (stack) => ({ plugin: late.findPlugin(stack) ?? null }));

  let isStopping = false;
  const end = async (isReplaced: boolean) => {
    if (isStopping) return;
    isStopping = true;
    const { hub } = await starting;
    const fault = await hub.drain({ isReplaced }).then(
      () => undefined,
      (cause) => ({ cause }),
    );
    if (fault) log.error("Cannot save pending data before shutdown", fault);
    // A blocked log reader must not delay the shutdown.
    await Promise.race([output.flush(), Bun.sleep(lastLinesMs)]);
    process.exit(fault ? 1 : 0);
  };
  const sibling = isSibling(process.env)
    ? new (await import("./platform/processes/sibling.ts")).Sibling((how) => end(how === "retire"))
    : undefined;
  const starting = startHub(config, { log, output, late, sibling }).then((hub) => ({ hub }));
  const { hub } = await starting;
  setInterval(createGarbageCheck(), garbageCheckMs).unref();
  process.once("SIGTERM", () => end(false));
  // A terminal signals all processes, and the supervisor forwards signals too. Only the latter counts.
  if (sibling) for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
  else process.once("SIGINT", () => end(false));
  sibling?.serves(hub.port);
  return hub.port;
}

/** Runs several hub processes on one port until it receives a signal to stop. */
async function supervise(config: Config, { log, output }: OpenLog): Promise<void> {
  const { isatty } = await import("node:tty");
  const { Supervisor } = await import("./platform/processes/supervisor.ts");
  const { headFlag } = await import("./host/handler/handler-input.ts");
  const command = [process.execPath, headFlag, import.meta.path];
  const supervisor = new Supervisor({ config, log, command, env: process.env });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => supervisor.stop());
  // A closing terminal sends SIGHUP too, which must stop the hub.
  const signals = isatty(0) ? (["SIGUSR2"] as const) : (["SIGHUP", "SIGUSR2"] as const);
  for (const signal of signals) process.on(signal, () => void supervisor.roll());
  const code = await supervisor.run();
  await Promise.race([output.flush(), Bun.sleep(lastLinesMs)]);
  process.exit(code);
}

function formatStartError(error: Error): string {
  let words = "";
  const output = { write: (line: string) => (words += `${line}\n`) };
  const format = parseLogFormat(process.env) ?? "json";
  createLog({ output, format, secrets: listSecrets(process.env) }).error(
    `utilhub cannot start: ${error.message}`,
  );
  return words;
}
