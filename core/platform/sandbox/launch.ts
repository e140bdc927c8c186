// Starts another program inside a sandbox: `bun launch.ts RULES PROGRAM [ARGUMENT ...]`.
import { enter } from "./linux.ts";

const [rules = "", ...command] = process.argv.slice(2);
enter(command, JSON.parse(rules));
