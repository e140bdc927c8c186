import { engines } from "../package.json";

/** How the caller starts another command of the project. */
export const runCommand: string = process.env.UTILHUB_CLI
  ? "utilhub"
  : process.execPath.includes("/_npx/")
    ? `npx -y bun@${engines.bun} run`
    : "bun run";

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
