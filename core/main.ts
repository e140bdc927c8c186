// First, as the hub may be started from another folder, whose bunfig.toml does not preload it.
import "./alias.ts";
import { loadConfig } from "./config.ts";
import { startHub } from "./start.ts";

if (process.argv.includes("--with-translation")) {
  const script = `${import.meta.dir}/../scripts/install-apertium.ts`;
  // Without it the hub has fewer languages, and says so to whom it matters.
  Bun.spawnSync([process.execPath, script], { stdout: "inherit", stderr: "inherit" });
}
try {
  const hub = await startHub(loadConfig(process.env));
  console.log(hub.greeting);
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, async () => {
      await hub.drain();
      process.exit(0);
    });
} catch (error) {
  console.error(`utilhub cannot start: ${(error as Error).message}`);
  process.exit(1);
}
