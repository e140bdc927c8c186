/** Prints the usage of a command and ends the process, if the arguments contain `--help` or `-h`. */
export function exitOnHelp(usage: string, args: readonly string[] = process.argv.slice(2)): void {
  if (!args.includes("--help") && !args.includes("-h")) return;
  console.log(usage);
  process.exit(0);
}
