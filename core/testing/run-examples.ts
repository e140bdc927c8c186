// The program that sends each endpoint of a plugin folder its own example: `bun run-examples.ts DIR`. It
// prints a line for each that fails, and ends with 1 if there is one. Else it prints a line for each that
// can't answer for want of a right that was not granted.
import "../resolve-hub.ts";
import { unavailableMark } from "../host/grants/grants.ts";
import { type Log, quietLog } from "../platform/log/log.ts";
import { testHub } from "./mod.ts";

const [dir = ""] = process.argv.slice(2);
/** Why the last answer was a 500: callers are not told. */
let cause = "";
const log: Log = {
  ...quietLog,
  error(_, fields) {
    cause = String(fields?.cause ?? "").split("\n")[0] ?? "";
  },
};
const hub = await testHub(dir, { log });
const failures: string[] = [];
const unavailable: string[] = [];
for (const { folder, file, method, path } of [...hub.routes, ...hub.open]) {
  cause = "";
  const answer = await hub.example(file);
  // What is in public/ may send its callers on.
  const isFine = answer.status === 200 || (folder === "public" && answer.status < 400);
  if (isFine) {
    await answer.body?.cancel();
    continue;
  }
  const text = await answer.text();
  const reason = hub.granted && ungrantedRight(text);
  if (reason) unavailable.push(`${unavailableMark}${method} ${path}: ${reason}`);
  else
    failures.push(
      `${folder}/${file}: ${method} ${path} answers ${answer.status} to its example: ${cause || text}`,
    );
}
console.log((failures.length > 0 ? failures : unavailable).join("\n"));
process.exit(failures.length > 0 ? 1 : 0);

/** Returns what an answer says of a right that the operator has not granted; nothing if it failed otherwise. */
function ungrantedRight(text: string): string | undefined {
  try {
    const { code, detail } = JSON.parse(text) as { code?: string; detail?: string };
    return code === "capability_unavailable" && detail?.includes("has not granted")
      ? detail
      : undefined;
  } catch {
    return undefined;
  }
}
