// The program that sends each endpoint of a plugin folder its own example: `bun run-examples.ts DIR`. It
// prints a line for each that fails, and ends with 1 where there is one.
import "../resolve-hub.ts";
import { testHub } from "./mod.ts";

const [dir = ""] = process.argv.slice(2);
const hub = await testHub(dir);
const failures: string[] = [];
for (const { folder, file, method, path } of [...hub.routes, ...hub.open]) {
  const answer = await hub.example(file);
  // What is in public/ may send its callers on.
  const isFine = answer.status === 200 || (folder === "public" && answer.status < 400);
  if (isFine) await answer.body?.cancel();
  else
    failures.push(
      `${method} ${path} answers ${answer.status} to its example: ${await answer.text()}`,
    );
}
if (failures.length > 0) console.log(failures.join("\n"));
process.exit(failures.length > 0 ? 1 : 0);
