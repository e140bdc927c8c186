/**
 * Installs Apertium with language pairs of four languages. Requires Debian or Ubuntu, and root:
 * `bun scripts/install-apertium.ts`, or `bun run start --with-translation`.
 */
import { exitOnHelp } from "./help.ts";

exitOnHelp(
  "Usage: bun scripts/install-apertium.ts\n  install Apertium with language pairs of four languages (Debian or Ubuntu, as root)",
);
const packages = ["apertium", "apertium-eng-spa", "apertium-fra-cat", "apertium-spa-cat"];
const timeoutMs = 300_000;

if (!Bun.which("apt-get") || process.getuid?.() !== 0) {
  console.error(`Cannot install ${packages.join(" ")}: this requires apt-get and root`);
  process.exit(1);
}
for (const args of [
  ["update", "-qq"],
  ["install", "-y", "-qq", "--no-install-recommends", ...packages],
]) {
  const { exitCode, stderr } = Bun.spawnSync(["apt-get", ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdout: "ignore",
    stderr: "pipe",
    timeout: timeoutMs,
  });
  if (exitCode === 0) continue;
  console.error(`apt-get ${args[0]} failed: ${stderr.toString().slice(-500)}`);
  process.exit(1);
}
