// Does to a hub what a bad day does, and shows what held: `bun run faults [--short] [--only TEXT]`. Each
// hub is a process of its own with a new data folder. Ends with 1 where something did not hold.
import { within } from "../../core/lib/within.ts";
import { exitOnHelp } from "../help.ts";
import { bombs } from "./faults/bombs.ts";
import { connections } from "./faults/connections.ts";
import { disks } from "./faults/disks.ts";
import type { Fault } from "./faults/fault.ts";
import { fuzz } from "./faults/fuzz.ts";
import { kills } from "./faults/kills.ts";
import { networks } from "./faults/networks.ts";
import { servers } from "./faults/servers.ts";
import { soaks } from "./faults/soak.ts";

/** How long a row may take. */
const rowMs = 1_800_000;
const tooLong = () => new Error("it takes too long");

exitOnHelp(
  "Usage: bun run faults [--short] [--only TEXT]\n  injects faults into hubs of their own, and prints a table of what held",
);
const args = process.argv.slice(2);
const isShort = args.includes("--short");
const only = args.includes("--only") ? (args[args.indexOf("--only") + 1] ?? "") : "";
const faults: Fault[] = [
  ...kills,
  ...servers,
  ...disks,
  ...networks,
  ...connections,
  ...bombs,
  ...fuzz,
  ...soaks,
].filter(({ name }) => name.includes(only));

const words = { yes: "held", NO: "did not hold", "not tried": "not tried" };
const told: (keyof typeof words)[] = [];
console.log("| what was done | held | figure |\n|---|---|---|");
for (const { name, run } of faults) {
  const { held, figure } = await within(rowMs, run({ isShort }), tooLong).catch((error: Error) => ({
    held: false,
    figure: error.message.replaceAll("\n", " "),
  }));
  const word = held === undefined ? "not tried" : held ? "yes" : "NO";
  told.push(word);
  console.log(`| ${name} | ${word} | ${figure} |`);
}
const counts = Object.entries(words).map(
  ([word, meaning]) => `${told.filter((one) => one === word).length} ${meaning}`,
);
console.log(counts.join(", "));
process.exit(told.includes("NO") ? 1 : 0);
