import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { loadPlugin } from "./load-plugin.ts";
import { NotedRoutes } from "./noted-routes.ts";

const work = mkdtempSync(`${tmpdir()}/utilhub-notes-`);
afterAll(() => rmSync(work, { recursive: true }));

const plugin = (title: string) => `import { definePlugin } from "hub";
export default definePlugin({ title: "${title}", summary: "Greets." });`;
const route = (word: string, more = "") => `import { t } from "hub";
import sample from "../plugin.ts";
(globalThis.readFiles ??= []).push(import.meta.path);
export default sample.route({ summary: "${word}", response: t.Object({}), example: {}, ${more} handler: () => ({}) });`;

/** The route files that were read, by the plugins above. */
const read = (dir: string) =>
  ((globalThis as { readFiles?: string[] }).readFiles ?? [])
    .filter((path) => path.startsWith(dir))
    .map((path) => basename(path));

let made = 0;

/** A folder that was written long ago, and what was noted of it. */
async function noted(name: string, seconds = 1000) {
  const root = `${work}/${made++}`;
  const dir = `${root}/${name}`;
  mkdirSync(`${dir}/routes`, { recursive: true });
  const files = {
    "plugin.ts": plugin("Sample"),
    "routes/one.get.ts": route("One"),
    "routes/two.post.ts": route("Two", "heavy: true,"),
  };
  for (const [file, text] of Object.entries(files)) write(dir, { file, text, seconds });
  for (const folder of ["", "/routes"]) utimesSync(dir + folder, seconds, seconds);
  const file = `${root}/packages/routes.json`;
  const { routes } = await loadPlugin(dir);
  new NotedRoutes(file).note([{ dir, routes }]);
  return { dir, file, notes: () => new NotedRoutes(file).of(dir) };
}

function write(
  dir: string,
  { file, text, seconds }: { file: string; text: string; seconds: number },
): void {
  writeFileSync(`${dir}/${file}`, text);
  utimesSync(`${dir}/${file}`, seconds, seconds);
}

test("tell of each route what has to be known before it is called", async () => {
  const { notes } = await noted("sample");
  expect(notes()).toEqual({
    "routes/one.get.ts": { mayBeHeavy: false },
    "routes/two.post.ts": { mayBeHeavy: true },
  });
});

test("have the file of a route read when the route is asked for, and no sooner", async () => {
  const { dir, notes } = await noted("sample");
  const facts = notes();
  const moved = `${dir}-moved`;
  mkdirSync(`${moved}/routes`, { recursive: true });
  for (const file of ["plugin.ts", "routes/one.get.ts", "routes/two.post.ts"])
    writeFileSync(`${moved}/${file}`, await Bun.file(`${dir}/${file}`).text());
  const { routes } = await loadPlugin(moved, { noted: facts });
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/sample-moved/one",
    "POST /api/sample-moved/two",
  ]);
  expect(read(moved)).toEqual([]);
  expect(routes[0]?.route.summary).toBe("One");
  expect(read(moved)).toEqual(["one.get.ts"]);
  expect(routes[0]?.route).toBe(routes[0]?.route as never);
});

test.each<[string, (dir: string) => void]>([
  [
    "was edited",
    (dir) => write(dir, { file: "routes/one.get.ts", text: route("Other"), seconds: 1000 }),
  ],
  [
    "was written again",
    (dir) => write(dir, { file: "routes/one.get.ts", text: route("One"), seconds: 1001 }),
  ],
  ["has gone", (dir) => rmSync(`${dir}/routes/two.post.ts`)],
  [
    "has come",
    (dir) => write(dir, { file: "routes/new.get.ts", text: route("New"), seconds: 1000 }),
  ],
])("tell nothing of a folder in which a file %s", async (_, change) => {
  const { dir, notes } = await noted("sample");
  change(dir);
  expect(notes()).toBeUndefined();
});

test("tell nothing where they are of another version or cut off, and of folders that they are not of", async () => {
  const { dir, file } = await noted("sample");
  expect(new NotedRoutes(file).of(`${dir}/routes`)).toBeUndefined();
  const { folders } = await Bun.file(file).json();
  writeFileSync(file, JSON.stringify({ version: 0, folders }));
  expect(new NotedRoutes(file).of(dir)).toBeUndefined();
  writeFileSync(file, '{"cut');
  expect(new NotedRoutes(file).of(dir)).toBeUndefined();
  expect(new NotedRoutes(`${work}/none.json`).of(dir)).toBeUndefined();
});
