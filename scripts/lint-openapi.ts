import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { loadConfig } from "../core/config.ts";
import { startHub } from "../core/start.ts";

if (import.meta.main) process.exit((await lintOpenApi()) ? 0 : 1);

/** Holds the OpenAPI document of a running hub against the rules of two linters. */
export async function lintOpenApi(): Promise<boolean> {
  const dir = mkdtempSync(`${tmpdir()}/utilhub-openapi-`);
  const config = loadConfig({ PORT: "0", HOST: "127.0.0.1", HUB_DATA: `${dir}/data`, HUB_STRICT: "1" });
  const hub = await startHub(config);
  try {
    const answer = await fetch(`http://127.0.0.1:${hub.port}/openapi.json`);
    const file = `${dir}/openapi.json`;
    await Bun.write(file, await answer.text());
    const outcomes = [
      await lint("redocly", "lint", file, "--config", "redocly.yaml"),
      await lint("spectral", "lint", file, "--ruleset", ".spectral.yaml", "--fail-severity", "warn"),
    ];
    return outcomes.every(Boolean);
  } finally {
    await hub.drain();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function lint(program: string, ...args: string[]): Promise<boolean> {
  const child = Bun.spawn([process.execPath, "x", "--no-install", program, ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    // Neither asks for news of itself.
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  return (await child.exited) === 0;
}
