import { engines } from "../package.json";

const isCli = process.env.UTILHUB_CLI !== undefined;
/** The caller's Bun. Callers of npx and of the CLI may have none. */
export const bunCommand: string =
  isCli || process.execPath.includes("/_npx/") ? `npx -y bun@${engines.bun}` : "bun";
/** Starts another command of the project, as the caller does. */
export const runCommand: string = isCli ? "utilhub" : `${bunCommand} run`;

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
