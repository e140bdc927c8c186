import { exitOnHelp } from "./help.ts";

/** Number of cases in a deep check, as a multiple of the cases in the tests. */
const deepFactor = 100;

const usage = `Usage: bun run check [deep] [service ...]
  bun run check                 check services against published vectors and rules: plugins/*/truths.test.ts
  bun run check deep            run ${deepFactor} times as many cases, with new random data each time
  bun run check deep dev qr     check only two services`;

exitOnHelp(usage);
const [first, ...rest] = process.argv.slice(2);
const isDeep = first === "deep";
const services = isDeep || first === undefined ? rest : [first, ...rest];
// Bun.Glob doesn't support braces that contain a slash.
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
// One hour: some properties need long for so many cases.
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
