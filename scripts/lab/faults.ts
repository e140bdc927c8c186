// Runs the fault-injection suite against hubs, and reports which checks passed: `bun run faults [--short] [--only
// TEXT]`. Each hub is a separate process with a new data folder. The exit code is 1 if a check failed.
import { within } from "../../core/lib/within.ts";
import { exitOnHelp } from "../help.ts";
import { bombs } from "./faults/bombs.ts";
import { connections } from "./faults/connections.ts";
import { disks } from "./faults/disks.ts";
import type { Fault } from "./faults/fault.ts";
import { fuzz } from "./faults/fuzz.ts";
import { hostile } from "./faults/hostile.ts";
import { kills } from "./faults/kills.ts";
import { severalMachines } from "./faults/machines.ts";
import { memories } from "./faults/memory.ts";
import { networks } from "./faults/networks.ts";
import { packages } from "./faults/packages.ts";
import { servers } from "./faults/servers.ts";
import { smallMachines } from "./faults/small-machine.ts";
import { soaks } from "./faults/soak.ts";

/** Time limit of one fault, in milliseconds. */
const rowMs = 1_800_000;
const tooLong = () => new Error("it takes too long");

exitOnHelp(
  "Usage: bun run faults [--short] [--only TEXT]\n  injects faults into separate hubs, and prints a table of the results",
);
const args = process.argv.slice(2);
const isShort = args.includes("--short");
const only = args.includes("--only") ? (args[args.indexOf("--only") + 1] ?? "") : "";
const faults: Fault[] = [
  ...kills,
  ...servers,
  ...severalMachines,
  ...disks,
  ...networks,
  ...connections,
  ...bombs,
  ...hostile,
  ...packages,
  ...smallMachines,
  ...memories,
  ...fuzz,
  ...soaks,
].filter(({ name }) => name.includes(only));

const words = { yes: "passed", NO: "failed", "not tried": "not tried" };
const results: (keyof typeof words)[] = [];
console.log("| fault | passed | figure |\n|---|---|---|");
for (const { name, run } of faults) {
  const { held, figure } = await within(rowMs, run({ isShort }), tooLong).catch((error: Error) => ({
    held: false,
    figure: error.message.replaceAll("\n", " "),
  }));
  const word = held === undefined ? "not tried" : held ? "yes" : "NO";
  results.push(word);
  console.log(`| ${name} | ${word} | ${figure} |`);
}
const counts = Object.entries(words).map(
  ([word, meaning]) => `${results.filter((one) => one === word).length} ${meaning}`,
);
console.log(counts.join(", "));
process.exit(results.includes("NO") ? 1 : 0);
