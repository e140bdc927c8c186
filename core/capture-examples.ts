// Captures the response examples of the OpenAPI document. Packaging runs it, and a hub whose installation
// has no examples. Without a service all of them are captured, each by a process of its own, as their
// packages take much memory together.
import "./resolve-hub.ts";
import { parseArgs } from "node:util";
import { loadConfig } from "./app/config.ts";
import { loadAll } from "./host/load/load-all.ts";
import { createSandbox } from "./platform/sandbox/sandbox.ts";
import { preparedExamplesFile, readExamples } from "./site/examples/response-examples.ts";

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: {
    out: { type: "string", default: preparedExamplesFile },
    help: { type: "boolean", short: "h" },
  },
  allowPositionals: true,
});
const { out, help } = values;
if (help) {
  console.log(`Usage: bun run examples [--out FILE] [SERVICE ...]
  Captures the response examples of the OpenAPI document, of all services or of those named`);
  process.exit();
}
const { pluginRoots, trusted, installed, sandbox } = loadConfig(process.env);
const { plugins } = await loadAll(pluginRoots, {
  ...{ trusted, installed, aliases: "all" },
  sandbox: createSandbox(sandbox),
});
try {
  process.exitCode = await (positionals.length > 0 ? capture(positionals) : captureEach());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
// Ends background work of plugins too.
process.exit();

/** Captures services in this process. */
async function capture(names: readonly string[]): Promise<number> {
  const { captureOwn, captureService } = await import("./testing/capture-examples.ts");
  const { writeExamples } = await import("./site/examples/response-examples.ts");
  for (const name of names) {
    const plugin = plugins.find((one) => one.name === name);
    if (!plugin && name !== "hub") throw new Error(`Cannot find a service "${name}"`);
    const examples = plugin
      ? await captureService(plugin, (sentence) => console.error(sentence))
      : await captureOwn(plugins);
    writeExamples(out, examples);
  }
  return 0;
}

async function captureEach(): Promise<number> {
  for (const name of [...plugins.map((plugin) => plugin.name), "hub"]) {
    const command = [process.execPath, import.meta.path, "--out", out, name];
    const child = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] });
    if ((await child.exited) !== 0) {
      console.error(`Cannot capture the examples of "${name}"`);
      return 1;
    }
  }
  const all = Object.values(readExamples(out));
  const found = all.filter((example) => example !== null);
  // Standard output belongs to the packager that runs it.
  console.error(`Captured ${found.length} response examples of ${all.length} endpoints in ${out}`);
  return 0;
}
