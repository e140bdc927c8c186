// The one gate: what it lets through may be merged. Arguments name steps; none means all.
import { exitOnHelp } from "./help.ts";

const steps: Record<string, () => Promise<boolean>> = {
  format: () => run("biome", "check", "--error-on-warnings"),
  types: async () => (await run("tsc")) && run("tsc", "--project", "tsconfig.browser.json"),
  // What nobody uses: files, exports, packages.
  unused: () => run("knip", "--no-progress", "--no-config-hints"),
  tests: () => run("bun", "run", "test"),
};

exitOnHelp(
  `Usage: bun run ok [STEP ...]
  runs ${Object.keys(steps).join(", ")}, or only the steps that are named`,
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
