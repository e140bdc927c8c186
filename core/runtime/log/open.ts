import { createLog, type Log, type LogFormat } from "./log.ts";
import { Output } from "./output.ts";
import { secretsOf } from "./redact.ts";

/** The log of a process that serves: everything goes to standard output. */
export interface OpenLog {
  log: Log;
  output: Output;
}

/** Opens the log as `HUB_LOG` wants it. */
export function openLog(
  format: LogFormat,
  env: Readonly<Record<string, string | undefined>>,
): OpenLog {
  const output: Output = new Output(Bun.stdout.writer(), {
    dropped(count) {
      const message = "Lines of the log were dropped, as they are read too slowly";
      const lines: string[] = [];
      const told = createLog({ format, output: { write: (line) => void lines.push(line) } });
      told.warn(message, { count });
      return lines.join("");
    },
  });
  return { log: createLog({ output, format, secrets: secretsOf(env) }), output };
}

/** The log of a program that people run: lines for them on standard error. */
export function scriptLog(): Log {
  return createLog({ format: "text", output: { write: (line) => console.error(line) } });
}
