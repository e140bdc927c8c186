import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadAll } from "../core/host/load/load-all.ts";

const root = join(import.meta.dir, "..");
// One pattern each, because Bun's Glob doesn't support slashes within braces.
const pages = ["*.md", "docs/*.md", "plugins/*/*.md", ".github/**/*.md"].flatMap((pattern) => [
  ...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true }),
]);

test("there are pages to check", () => {
  for (const page of ["README.md", "docs/ARCHITECTURE.md", "plugins/qr/README.md"])
    expect(pages).toContain(page);
});

test.each(pages)("%s only mentions existing files", async (page) => {
  const text = await Bun.file(join(root, page)).text();
  const named = [...text.matchAll(/`((?:core|plugins|routes|tests|scripts|docs)\/[\w./[\]-]+)`/g)]
    .map(([, path = ""]) => path)
    // Placeholder names, and files that the reader of the guide writes.
    .filter((path) => !/NAME|plugins\/(hello|name)\b|node_modules/.test(path));
  for (const path of named) {
    const isThere = [".", dirname(page)].some((from) => existsSync(join(root, from, path)));
    expect(isThere, path).toBe(true);
  }
});

test.each(pages)("%s only links to existing pages", async (page) => {
  const text = await Bun.file(join(root, page)).text();
  for (const [, target = ""] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
    if (/^(https?:|mailto:|\/)/.test(target)) continue;
    expect(existsSync(join(root, dirname(page), target)), target).toBe(true);
  }
});

test.each(pages)("%s only links to existing headings", async (page) => {
  const text = await Bun.file(join(root, page)).text();
  for (const [, target = "", anchor = ""] of text.matchAll(/\]\(([^)#\s]*)#([^)\s]+)\)/g)) {
    if (/^(https?:|\/)/.test(target)) continue;
    const file = target === "" ? page : join(dirname(page), target);
    if (file.endsWith(".md"))
      expect(await listAnchors(file), `${target}#${anchor}`).toContain(anchor);
  }
});

test("documents count rooms, services and endpoints as they are", async () => {
  const countFiles = (pattern: string) => [...new Bun.Glob(pattern).scanSync(root)].length;
  const rooms = countFiles("core/*/README.md");
  const services = countFiles("plugins/*/plugin.ts");
  const read = (page: string) => Bun.file(join(root, page)).text();
  const names = new Map([
    [8, "eight"],
    [9, "nine"],
    [12, "twelve"],
    [13, "thirteen"],
    [14, "fourteen"],
  ]);
  expect(await read("AGENTS.md")).toContain(`\`core/\` has ${names.get(rooms)} rooms.`);
  expect(await read("docs/ARCHITECTURE.md")).toContain(`\`core/\` has ${names.get(rooms)} rooms`);
  expect(await read("README.md")).toContain(`${names.get(rooms)} layers ("rooms")`);
  const { description } = JSON.parse(await read("package.json"));
  expect(description.toLowerCase()).toStartWith(`${names.get(services)} utility services`);
  const rows = (await read("README.md")).matchAll(/^\|.*\| `\/api\/([\w-]+)` \| (\d+) \|/gm);
  const counted = Array.from(rows, ([, name = "", count]) => [name, Number(count)] as const);
  expect(counted).toHaveLength(services);
  for (const [name, count] of counted)
    expect(count, name).toBe(countFiles(`plugins/${name}/routes/**/!(*.test).ts`));
});

test("the nginx sample lets the largest body through", async () => {
  const guide = await Bun.file(join(root, "docs/OPERATING.md")).text();
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(guide) ?? [];
  const { plugins } = await loadAll([join(root, "plugins")], { strict: true });
  const largest = Math.max(...plugins.map(({ plugin }) => plugin.limits?.bodyBytesMax ?? 0));
  // A form adds a little to the file.
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(largest + 2 ** 20);
});

/** Returns the anchors of a page's headings, as GitHub generates them. */
async function listAnchors(page: string): Promise<string[]> {
  const text = await Bun.file(join(root, page)).text();
  const headings = text.replaceAll(/^```.*?^```/gms, "").matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = ""]) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- _]/gu, "")
      .replaceAll(" ", "-"),
  );
}
