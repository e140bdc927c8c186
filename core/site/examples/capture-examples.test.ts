import { afterAll, expect, test } from "bun:test";
import { dirname } from "node:path";
import { loadAll } from "../../host/load/load-all.ts";
import { loadPlugin } from "../../host/load/load-plugin.ts";
import { captureService } from "../../testing/capture-examples.ts";
import { pluginFolder, removePluginFolders, sound } from "../../testing/plugin-folder.ts";

afterAll(removePluginFolders);

test("examples of an external plugin are captured without importing its code here", async () => {
  const marker = `imported_${Date.now()}`;
  const folder = pluginFolder({
    "fixtures.ts": `globalThis.${marker} = true; export default {};`,
    "routes/fail.get.ts": `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Fail",
  response: t.Object({}),
  example: {},
  handler() {
    globalThis.${marker} = true;
    throw new Error("It is broken");
  },
});`,
  });
  // The first root is the hub's own.
  const roots = [`${import.meta.dir}/../../../plugins`, dirname(folder)];
  const { plugins } = await loadAll(roots, { strict: true });
  const plugin = plugins.find(({ name }) => name === "sample");
  if (!plugin) throw new Error("The folder holds no plugin");
  expect(plugin.isOutside).toBe(true);
  const captured = Object.entries(await captureService(plugin)).map(([key, example]) => [
    key.slice(0, key.lastIndexOf(" ")),
    example,
  ]);
  expect(Object.fromEntries(captured)).toEqual({
    "GET /api/sample/greet": {
      type: "application/json",
      value: { success: true, greeting: "Hello Ada" },
    },
    "GET /api/sample/fail": null,
  });
  expect(marker in globalThis).toBe(false);
});

test("a failing example is named with its file and the cause", async () => {
  const route = (handler: string) => `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Fail",
  response: t.Object({ count: t.Integer() }),
  example: {},
  handler: () => ${handler},
});`;
  const folder = pluginFolder({
    "routes/code.get.ts": route('{ throw sample.error("too_tired", "No") }'),
    "routes/type.get.ts": route('({ count: "one" })'),
  });
  const plugin = await loadPlugin(folder);
  const sentences: string[] = [];
  await captureService(plugin, (sentence) => sentences.push(sentence));
  expect(sentences.toSorted()).toEqual([
    expect.stringMatching(
      /^The example of sample\/routes\/code.get.ts fails with 500: .*"too_tired"/,
    ),
    expect.stringMatching(
      /^The example of sample\/routes\/type.get.ts fails with 500: .*response\.count must be/,
    ),
  ]);
});

test("a DELETE doesn't remove the data of other examples", async () => {
  const route = (handler: string) => `import { t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Use a note",
  response: t.Object({ note: t.Union([t.String(), t.Null()]) }),
  example: {},
  handler: ${handler},
});`;
  const folder = pluginFolder({
    "plugin.ts": sound["plugin.ts"].replace("title", "permissions: { kv: true }, title"),
    "fixtures.ts": 'export const kv = { note: "Buy milk" };\nexport default {};',
    "routes/drop.delete.ts": route("async ({ kv }) => (await kv.delete('note'), { note: null })"),
    "routes/note.get.ts": route("async ({ kv }) => ({ note: await kv.get('note') })"),
  });
  const captured = Object.entries(await captureService(await loadPlugin(folder)));
  const [, example] = captured.find(([key]) => key.startsWith("GET /api/sample/note ")) ?? [];
  expect(example?.value).toEqual({ success: true, note: "Buy milk" });
});
