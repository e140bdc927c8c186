// First, as the hub may be started from another folder, whose bunfig.toml does not preload it.
import "./resolve-hub.ts";
import { loadConfig, logFormatOf, rootsOf } from "./runtime/config.ts";
import { LateFailures } from "./runtime/log/late-failures.ts";
import { createLog } from "./runtime/log/log.ts";
import { type OpenLog, openLog } from "./runtime/log/output.ts";
import { secretsOf } from "./runtime/log/redact.ts";
import { capturePrints } from "./runtime/log/stray-output.ts";
import { startHub } from "./runtime/start.ts";

if (process.argv.includes("--with-translation")) {
  const script = `${import.meta.dir}/../scripts/install-apertium.ts`;
  // Without it the hub has fewer languages, and says so to whom it matters.
  Bun.spawnSync([process.execPath, script], { stdout: "inherit", stderr: "inherit" });
}
/** How long the last lines of the log may take. */
const lastLinesMs = 1000;

let open: OpenLog | undefined;
try {
  const config = loadConfig(process.env);
  open = openLog(config.log, process.env);
  const { log, output } = open;
  const late = new LateFailures({ log, roots: rootsOf(config) });
  // Whatever throws where nobody waits for it, the hub goes on: what fails while it starts is awaited.
  process.on("uncaughtException", (error) => late.note(error));
  process.on("unhandledRejection", (error) => late.note(error));
  capturePrints(log, (stack) => ({ plugin: late.pluginOf(stack) ?? null }));
  const hub = await startHub(config, { log, output, late });
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, async () => {
      const fault = await hub.drain().then(
        () => undefined,
        (cause) => ({ cause }),
      );
      if (fault) log.error("Cannot write what was left before the end", fault);
      // Whoever does not read the log does not keep the hub from ending.
      await Promise.race([output.flush(), Bun.sleep(lastLinesMs)]);
      process.exit(fault ? 1 : 0);
    });
} catch (error) {
  await open?.output.flush();
  await Bun.write(Bun.stderr, lastWords(error as Error));
  process.exit(1);
}

function lastWords(error: Error): string {
  let words = "";
  const output = { write: (line: string) => (words += `${line}\n`) };
  const format = logFormatOf(process.env) ?? "json";
  createLog({ output, format, secrets: secretsOf(process.env) }).error(
    `utilhub cannot start: ${error.message}`,
  );
  return words;
}
