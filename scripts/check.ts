import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { isPluginFolder } from "../core/host/load/plugin-folder.ts";
import { exitOnHelp } from "./help.ts";

/** Number of cases in a deep check, as a multiple of the cases in the tests. */
const deepFactor = 100;

const usage = `Usage: bun run check [PLUGIN ...]
       bun run check deep [SERVICE ...]
  bun run check                 check all services against published vectors and rules: truths.test.ts
  bun run check hello           check one plugin: it loads, its examples succeed, and its tests pass
  bun run check ../my-plugin    check a plugin folder elsewhere
  bun run check deep dev qr     check services against their vectors, with ${deepFactor} times as many random cases`;

exitOnHelp(usage);
const root = resolve(import.meta.dir, "..");
const [first, ...rest] = process.argv.slice(2);
const isDeep = first === "deep";
const names = isDeep || first === undefined ? rest : [first, ...rest];
try {
  const isPassed =
    isDeep || names.length === 0 ? await checkTruths(names) : await checkPlugins(names);
  process.exit(isPassed ? 0 : 1);
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}

/** Runs the published vectors of services, or of all. */
async function checkTruths(services: readonly string[]): Promise<boolean> {
  const files = (services.length > 0 ? services : ["*"]).flatMap((service) => {
    // Bun.Glob doesn't support braces that contain a slash.
    const patterns = ["truths.test.ts", "*/truths.test.ts"].map((file) => `${service}/${file}`);
    const found = patterns.flatMap((pattern) => [
      ...new Bun.Glob(pattern).scanSync(`${root}/plugins`),
    ]);
    if (found.length > 0) return found.map((file) => `./plugins/${file}`);
    throw new Error(`Cannot check "${service}": plugins/${service} has no truths.test.ts`);
  });
  return runTests(root, files, isDeep ? deepFactor : 1);
}

/** Checks plugins one after the other, including those after a failure. */
async function checkPlugins(given: readonly string[]): Promise<boolean> {
  const folders = given.map(findFolder);
  let isPassed = true;
  for (const folder of folders) isPassed = (await checkPlugin(folder)) && isPassed;
  return isPassed;
}

/** Finds a plugin by its name in plugins/, or by its path. */
function findFolder(given: string): string {
  const folder = [resolve(root, "plugins", given), resolve(given)].find(isPluginFolder);
  if (folder) return folder;
  throw new Error(
    `Cannot find the plugin "${given}": it must be the name of a folder in plugins/, or the path of a folder with a plugin.ts\n\n${usage}`,
  );
}

/** Runs the examples of a plugin, which loads it, and then its tests. */
async function checkPlugin(folder: string): Promise<boolean> {
  console.log(`${basename(folder)}: examples`);
  const program = `${root}/core/testing/run-examples.ts`;
  if (!(await run(folder, ["--preload", `${root}/core/resolve-hub.ts`, program, folder])))
    return false;
  const tests = [...new Bun.Glob("**/*.test.ts").scanSync(folder)].filter(
    (file) => !file.includes("node_modules/"),
  );
  console.log(`${basename(folder)}: tests`);
  if (tests.length === 0) {
    console.log("It has no test files");
    return true;
  }
  // Tests of the repository have the settings of its bunfig.toml, which lies in its root.
  const isInside = !relative(root, folder).startsWith("..");
  const cwd = isInside ? root : folder;
  return runTests(
    cwd,
    tests.map((file) => `./${relative(cwd, `${folder}/${file}`)}`),
    1,
  );
}

function runTests(cwd: string, files: readonly string[], factor: number): Promise<boolean> {
  const preload = existsSync(`${cwd}/bunfig.toml`) ? [] : [`--preload=${root}/core/resolve-hub.ts`];
  // One hour: some properties need long for so many cases.
  const timeout = ["--timeout", factor > 1 ? "3600000" : "120000"];
  return run(cwd, ["test", ...preload, ...timeout, ...files], {
    UTILHUB_TEST_CASES: String(factor),
  });
}

async function run(cwd: string, args: readonly string[], env = {}): Promise<boolean> {
  const child = Bun.spawn([process.execPath, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit"],
  });
  return (await child.exited) === 0;
}
