import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What a plugin folder holds unless a test says otherwise: one route that works. */
export const sound = {
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Sample", summary: "Says hello." });`,
  "routes/greet.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Greet",
  query: t.Object({ name: t.String({ maxLength: 40 }) }),
  response: t.Object({ greeting: t.String() }),
  example: { query: { name: "Ada" } },
  handler: ({ query }) => ({ greeting: "Hello " + query.name }),
});`,
};

const made: string[] = [];

/** Writes a plugin folder outside the repository; an empty text leaves a file of `sound` out. */
export function pluginFolder(files: Record<string, string> = {}, name = "sample"): string {
  const root = mkdtempSync(join(tmpdir(), "utilhub-plugins-"));
  made.push(root);
  for (const [file, text] of Object.entries({ ...sound, ...files })) {
    if (!text) continue;
    const path = join(root, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return join(root, name);
}

/** Removes every folder that was made. */
export function removePluginFolders(): void {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
}
