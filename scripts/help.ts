import { engines } from "../package.json";

/** The caller's Bun. Those who started with npx or the CLI may have none in their PATH. */
export const bunCommand: string = hasBun() ? "bun" : `npx -y bun@${engines.bun}`;
/** Starts another command of the project, as the caller does. */
export const runCommand: string = process.env.UTILHUB_CLI ? "utilhub" : `${bunCommand} run`;

/** Looks for Bun in the caller's PATH, to which npx and `bun run` have added folders of their own. */
function hasBun(): boolean {
  const folders = (process.env.PATH ?? "").split(":");
  const own = folders.filter((folder) => !/\/(_npx|node_modules)\/|\/bun-node-/.test(folder));
  return Bun.which("bun", { PATH: own.join(":") }) !== null;
}

/** Writes the commands of a usage text as the caller starts them. */
function formatUsage(usage: string): string {
  return usage.replaceAll("bun run", runCommand);
}

/** Prints the usage of a command and ends the process, if the arguments contain `--help` or `-h`. */
export function exitOnHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes("--help") && !args.includes("-h")) return;
  console.log(formatUsage(usage));
  process.exit(0);
}
