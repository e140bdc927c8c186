// Measures a service's first call in a new process, without a hub: `bun scripts/lab/bench/alone.ts SERVICE`. Prints the
// milliseconds from process start to result.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { findProgram } from "../../../core/host/browser/program.ts";
import { testHub } from "../../../core/testing/mod.ts";
import { sampleCalls } from "../../sample-calls.ts";
import { guardedShot, launchBare } from "./bare-browser.ts";

const [, , service = ""] = process.argv;
await (service === "screenshot" ? shoot() : call(service));
console.log(performance.now());
process.exit(0);

async function call(name: string): Promise<void> {
  const sample = sampleCalls[name];
  if (!sample) throw new Error(`There is no service "${name}"`);
  const hub = await testHub(`${import.meta.dir}/../../../plugins/${name}`);
  const path = `/api/${name}/${sample.path}`;
  const answer = await (sample.body ? hub.post(path, sample.body) : hub.get(path));
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.bytes();
}

/** Starts a browser and takes a screenshot as the hub does. */
async function shoot(): Promise<void> {
  // Kept between runs, like a hub's own folder.
  const folder = `${tmpdir()}/utilhub-bench-browser`;
  mkdirSync(folder, { recursive: true });
  const program = await findProgram(process.env.HUB_CHROME, { folder });
  if (!program) throw new Error("There is no browser on this machine");
  const browser = await launchBare(program, folder);
  await guardedShot(browser, (page) => page.setContent("<h1>Hello</h1>"));
  browser.process()?.kill("SIGKILL");
}
