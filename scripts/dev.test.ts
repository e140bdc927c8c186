import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { json } from "hub/testing";
import { pluginFolder, removePluginFolders } from "../core/testing/plugin-folder.ts";
import { dataFolder } from "../core/testing/running-hub.ts";

const cache = dataFolder();
afterAll(() => {
  removePluginFolders();
  cache.remove();
});

/** Starts `bun run dev` with a folder. */
function startDev(folder: string) {
  const command = [process.execPath, `${import.meta.dir}/dev.ts`, folder];
  const child = Bun.spawn(command, {
    cwd: cache.path,
    env: { PATH: process.env.PATH ?? "", PORT: "0", XDG_CACHE_HOME: cache.path },
    stdout: "pipe",
    stderr: "pipe",
  });
  let text = "";
  const reading = (async () => {
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) text += part;
  })();
  return {
    child,
    /** Waits for a pattern in its output, and returns the first group. */
    async read(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(text);
        if (found) return found[1] ?? "";
        const isOver = await Promise.race([reading.then(() => true), Bun.sleep(10)]);
        if (isOver && !pattern.test(text)) throw new Error(`${text}${await child.stderr.text()}`);
      }
    },
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

test("serves a plugin outside the repository, reloads it after each change, and logs calls and faults", async () => {
  const folder = pluginFolder();
  const route = `${folder}/routes/greet.get.ts`;
  const source = readFileSync(route, "utf8");
  const dev = startDev(folder);
  const url = await dev.read(/Call +curl '(\S+)'/);
  const key = await dev.read(/X-API-Key: (hub_\w+)'/);
  expect(await dev.read(/Plugin +(\S+)/)).toBe(`${new URL(url).origin}/documentation/sample`);
  const greet = async () =>
    (await json(await fetch(url, { headers: { "x-api-key": key } }))).greeting;
  expect(await greet()).toBe("Hello Ada");

  writeFileSync(route, source.replace("Hello", "Goodbye"));
  await dev.read(/(The plugin "sample" is replaced)/);
  expect(await greet()).toBe("Goodbye Ada");
  writeFileSync(route, `${source}\nthrow new Error("Not yet");`);
  await dev.read(/(Cannot load plugin "sample": routes\/greet\.get\.ts:\d+:\d+: Not yet)/);
  expect(await greet()).toBe("Goodbye Ada");
  await dev.read(/(GET \/api\/sample\/greet 200 )/);
  writeFileSync(
    route,
    source.replace('"Hello "', "(console.log(query.name), query.nobody.length)"),
  );
  await dev.read(/(?:is replaced[\s\S]*){2}/);
  await greet();
  await dev.read(/(Code printed output: Ada )/);
  await dev.read(/(at handler \(sample\/routes\/greet\.get\.ts:\d+:\d+\))/);
  await dev.stop();

  const again = startDev(folder);
  expect(await again.read(/Key +(hub_\w+)/)).toBe(key);
  await again.stop();
});

test.each([
  ["/no/such/folder", "there is no such folder"],
  [`${import.meta.dir}/test`, "neither it nor a folder in it has a plugin.ts"],
])("refuses %s", async (folder, reason) => {
  const { child } = startDev(folder);
  expect(await child.stderr.text()).toBe(`Cannot serve "${folder}": ${reason}\n`);
  expect(await child.exited).toBe(1);
});
