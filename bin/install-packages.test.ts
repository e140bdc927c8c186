import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

const folder = mkdtempSync(`${tmpdir()}/utilhub-install-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an installation reports its start before the first package has arrived, and its end", async () => {
  const sent = Promise.withResolvers<void>();
  mkdirSync(`${folder}/package`);
  await Bun.write(`${folder}/package/package.json`, '{"name":"slow","version":"1.0.0"}');
  await Bun.$`tar -czf slow.tgz package`.cwd(folder);
  const registry = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    // The time limit of Bun's server is for clients that are slow, and this server is.
    idleTimeout: 0,
    async fetch({ url }) {
      if (!url.endsWith(".tgz")) {
        const dist = { tarball: `${registry.url}slow.tgz` };
        const versions = { "1.0.0": { name: "slow", version: "1.0.0", dist } };
        return Response.json({ name: "slow", "dist-tags": { latest: "1.0.0" }, versions });
      }
      await sent.promise;
      return new Response(Bun.file(`${folder}/slow.tgz`));
    },
  });
  const home = `${folder}/home`;
  await Bun.write(`${home}/package.json`, '{"name":"home","dependencies":{"slow":"1.0.0"}}');
  await Bun.write(`${home}/bunfig.toml`, `[install]\nlinker = "isolated"\n`);
  await Bun.$`mkdir -p ${home}/bin && cp ${import.meta.dir}/install-packages.mjs ${home}/bin/`;
  const child = Bun.spawn([process.execPath, "--cwd=bin", "install-packages.mjs"], {
    cwd: home,
    env: {
      ...process.env,
      BUN_CONFIG_REGISTRY: registry.url.href,
      BUN_INSTALL_CACHE_DIR: `${folder}/cache`,
    },
    stderr: "pipe",
  });
  let text = "";
  for await (const part of child.stderr.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("Installing packages")) sent.resolve();
  }
  expect(text).toMatch(
    /^Installing packages from npm\..*\n(Installed so far: .*\n)*Installed \d+ packages, \d+ s\n$/,
  );
  expect(await child.exited).toBe(0);
  await registry.stop(true);
});
