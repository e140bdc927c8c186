// Sends each endpoint of a plugin folder its example request: `bun run-examples.ts DIR`. Prints a line for
// each failure, and exits with 1 if there are any. Otherwise prints a line for each endpoint that can't
// respond because a permission was not granted. Prints each response header that was removed, too.
import "../resolve-hub.ts";
import { unavailableMark } from "../host/grants/grants.ts";
import { type Log, quietLog } from "../platform/log/log.ts";
import { removedMark } from "../server/http/header-screen.ts";
import { testHub } from "./mod.ts";

const [dir = ""] = process.argv.slice(2);
/** The cause of the last 500 response, which callers don't see. */
let cause = "";
const log: Log = {
  ...quietLog,
  warn(message) {
    if (message.startsWith(removedMark)) console.log(message);
  },
  error(_, fields) {
    cause = String(fields?.cause ?? "").split("\n")[0] ?? "";
  },
};
const hub = await testHub(dir, { log }).catch(({ message }: Error) => {
  console.log(message);
  process.exit(1);
});
const failures: string[] = [];
const unavailable: string[] = [];
for (const { folder, file, method, path } of [...hub.routes, ...hub.open]) {
  cause = "";
  const answer = await hub.example(file);
  // Endpoints in public/ may redirect.
  const isFine = answer.status === 200 || (folder === "public" && answer.status < 400);
  if (isFine) {
    await answer.body?.cancel();
    continue;
  }
  const text = await answer.text();
  const reason = hub.granted && findMissingPermission(text);
  if (reason) unavailable.push(`${unavailableMark}${method} ${path}: ${reason}`);
  else
    failures.push(
      `${folder}/${file}: ${method} ${path} answers ${answer.status} to its example: ${cause || text}`,
    );
}
const lines = failures.length > 0 ? failures : unavailable;
if (lines.length > 0) console.log(lines.join("\n"));
process.exit(failures.length > 0 ? 1 : 0);

/** Returns the message about a missing permission from a response. Returns nothing if it failed otherwise. */
function findMissingPermission(text: string): string | undefined {
  try {
    const { code, detail } = JSON.parse(text) as { code?: string; detail?: string };
    return code === "capability_unavailable" && detail?.includes("has not granted")
      ? detail
      : undefined;
  } catch {
    return undefined;
  }
}
