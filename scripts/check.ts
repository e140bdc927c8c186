/** How many times as many cases a deep check tries as the tests do. */
import { exitOnHelp } from "./help.ts";

const deepFactor = 100;

const usage = `Usage: bun run check [deep] [service ...]
  bun run check                 holds each service to its public truths: plugins/*/truths.test.ts
  bun run check deep            with ${deepFactor} times as many cases, drawn anew each time
  bun run check deep dev qr     those of two services`;

exitOnHelp(usage);
const [first, ...rest] = process.argv.slice(2);
const isDeep = first === "deep";
const services = isDeep || first === undefined ? rest : [first, ...rest];
// Bun.Glob finds nothing by braces that hold a slash.
const files = (services.length > 0 ? services : ["*"])
  .flatMap((service) => [
    `plugins/${service}/truths.test.ts`,
    `plugins/${service}/*/truths.test.ts`,
  ])
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(`${import.meta.dir}/..`)]);
if (files.length === 0) {
  console.error(usage);
  process.exit(2);
}
// An hour: what a property needs for so many cases is its own affair.
const limits = isDeep ? ["--timeout", "3600000"] : ["--timeout", "120000"];
const child = Bun.spawn(
  [process.execPath, "test", ...limits, ...files.map((file) => `./${file}`)],
  {
    cwd: `${import.meta.dir}/..`,
    env: { ...process.env, UTILHUB_TEST_CASES: String(isDeep ? deepFactor : 1) },
    stdio: ["inherit", "inherit", "inherit"],
  },
);
process.exit(await child.exited);
