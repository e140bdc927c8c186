import { expect, test } from "bun:test";

const root = `${import.meta.dir}/..`;

test("NOTICE names every package that the hub runs on", async () => {
  const notice = await Bun.file(`${root}/NOTICE`).text();
  const named = new Set(notice.match(/@?[a-z0-9-]+(?:\/[a-z0-9-]+)?/g));
  const missing: string[] = [];
  for (const file of new Bun.Glob("{package.json,plugins/*/package.json}").scanSync(root)) {
    const { dependencies = {} } = await Bun.file(`${root}/${file}`).json();
    missing.push(...Object.keys(dependencies).filter((name) => !named.has(name)));
  }
  expect(missing).toEqual([]);
});
