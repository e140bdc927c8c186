import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The default files of a plugin folder: one working route. */
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

/** Writes a plugin folder outside the repository. An empty text omits a file of `sound`. */
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

/** Removes every folder that was created. */
export function removePluginFolders(): void {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
}
