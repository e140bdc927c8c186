import { expect, test } from "bun:test";

const root = `${import.meta.dir}/..`;

test("NOTICE lists every package that the hub depends on", async () => {
  const notice = await Bun.file(`${root}/NOTICE`).text();
  const named = new Set(notice.match(/@?[a-z0-9_-]+(?:[./][a-z0-9_-]+)*/g));
  const missing: string[] = [];
  // Two patterns, because Bun's Glob doesn't support slashes within braces.
  const files = [
    "package.json",
    "core/package.json",
    ...new Bun.Glob("plugins/*/package.json").scanSync(root),
  ];
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    const { dependencies = {} } = await Bun.file(`${root}/${file}`).json();
    missing.push(...Object.keys(dependencies).filter((name) => !named.has(name)));
  }
  expect(missing).toEqual([]);
});

test("a pinned package is one that the hub depends on, and has its reason", async () => {
  const { dependencies, held } = await Bun.file(`${root}/core/package.json`).json();
  for (const [name, reason] of Object.entries<string>(held)) {
    expect(dependencies).toHaveProperty([name]);
    expect(reason, name).toMatch(/ takes | held with @/);
  }
});
