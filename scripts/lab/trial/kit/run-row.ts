// Measures one row in a process of its own, which bounds its time and memory, and sends the result to the parent.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Row, SkippedError } from "./row.ts";

const [name = "", data] = process.argv.slice(2);

try {
  const row = (await import(join(import.meta.dir, "..", `${name}.ts`))).default as Row;
  const measurements = await row.measure({ find: (path) => findData(path) });
  process.send?.({ engine: row.engine, ours: row.ours, theirs: row.theirs, measurements });
} catch (error) {
  const isSkipped = error instanceof SkippedError;
  process.send?.({ skipped: isSkipped ? error.message : String(error) });
  if (!isSkipped) console.error(error);
}
process.exit(0);

function findData(path: string): string {
  if (data === undefined) throw new SkippedError(`no ${path}: bun run trial ${name} --data DIR`);
  const file = join(data, path);
  if (!existsSync(file))
    throw new SkippedError(`no ${path} in ${data}: scripts/lab/README.md says where it comes from`);
  return file;
}
