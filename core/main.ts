// First, as the hub may be started from another folder, whose bunfig.toml does not preload it.
import "./alias.ts";
import { loadConfig } from "./config.ts";
import { startHub } from "./start.ts";

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
