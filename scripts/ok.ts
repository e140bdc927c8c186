// Runs all checks that a change must pass before it is merged, or only the steps given as arguments.
import { exitOnHelp } from "./help.ts";

const steps: Record<string, () => Promise<boolean>> = {
  format: () => run("biome", "check", "--error-on-warnings"),
  types: async () => (await run("tsc")) && run("tsc", "--project", "tsconfig.browser.json"),
  // Unused files, exports and packages.
  unused: () => run("knip", "--no-progress", "--no-config-hints"),
  tests: () => run("bun", "run", "test"),
};

exitOnHelp(
  `Usage: bun run ok [STEP ...]
  run all checks, or only the named steps: ${Object.keys(steps).join(", ")}`,
);
const wanted = process.argv.slice(2);
const failed: string[] = [];
for (const [name, step] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  if (!(await step())) failed.push(name);
}
console.log(failed.length === 0 ? "\nok" : `\nnot ok: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);

async function run(program: string, ...args: string[]): Promise<boolean> {
  const command =
    program === "bun" ? [process.execPath] : [process.execPath, "x", "--no-install", program];
  const child = Bun.spawn([...command, ...args], { stdio: ["inherit", "inherit", "inherit"] });
  return (await child.exited) === 0;
}
