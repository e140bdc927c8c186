import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { measureSlowness } from "../../test/speed.ts";
import { type Fault, withHub } from "./fault.ts";
import list from "./packages.json" with { type: "json" };

/** The tarballs of all packages and their dependencies. They are downloaded once. */
const cache = `${tmpdir()}/utilhub-faults-packages`;

/**
 * Maximum time from the end of the command to the first response, in milliseconds. It is scaled to the speed of the
 * machine at that moment.
 */
const answerMs = 1000;

/** The time after a start until the hub watches its folders, with a margin for slow machines. */
const watchedMs = 4000;

/** Plugins with packages that are added to a running hub. */
export const packages: Fault[] = [
  {
    name: "npm packages in plugins that are added to a running hub",
    async run({ isShort }) {
      const fault = await packAll();
      if (fault !== undefined) return { held: undefined, figure: fault };
      const ids = isShort ? list.packages.slice(0, 5) : list.packages;
      const work = mkdtempSync(`${tmpdir()}/utilhub-faults-`);
      const registry = await serveTarballs();
      try {
        return await withHub({ HUB_LIVE: "1" }, async ({ key, start, data }) => {
          const { url, child } = await start();
          // Folders are watched from a second after the start.
          await Bun.sleep(watchedMs);
          const env = {
            ...{ HUB_DATA: data, BUN_INSTALL_CACHE_DIR: `${work}/cache` },
            BUN_CONFIG_REGISTRY: registry.url.href,
          };
          const times: number[] = [];
          const failures: string[] = [];
          for (const [index, id] of ids.entries()) {
            const name = `packed-${index}`;
            await writePlugin(`${work}/${name}`, id);
            const added = await runProgram(
              [process.execPath, "scripts/plugin.ts", "add", `${work}/${name}`],
              { env },
            );
            const answer = added.isDone
              ? await findAnswer(`${url}/api/${name}/names`, key)
              : undefined;
            if (answer?.status === 200) times.push(answer.ms / (await measureSlowness(1)));
            else failures.push(`${id}: ${answer?.text ?? added.text}`);
            await runProgram([process.execPath, "scripts/plugin.ts", "remove", name], { env });
          }
          const slowest = Math.round(Math.max(0, ...times));
          const isRunning = child.exitCode === null;
          return {
            held: failures.length === 0 && slowest <= answerMs && isRunning,
            figure: `${times.length} of ${ids.length} answer without a restart, the slowest after ${slowest} ms, scaled to the reference machine${failures.length > 0 ? `; ${failures.join("; ").slice(0, 2000)}` : ""}`,
          };
        });
      } finally {
        await registry.stop(true);
        rmSync(work, { recursive: true });
      }
    },
  },
];

/** Writes a plugin that imports a package. */
async function writePlugin(dir: string, id: string): Promise<void> {
  const { name, version } = splitId(id);
  const files = {
    "package.json": JSON.stringify({ type: "module", dependencies: { [name]: version } }),
    "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Packed", summary: "Imports a package." });`,
    "routes/names.get.ts": `import { t } from "hub";
import packed from "../plugin.ts";
export default packed.route({
  summary: "Count the exports", response: t.Object({ names: t.Integer({ minimum: 1 }) }), example: {},
  handler: async () => ({ names: Object.keys(await import("${name}")).length }),
});`,
  };
  for (const [file, text] of Object.entries(files)) await Bun.write(`${dir}/${file}`, text);
}

/** Calls a path until it is served. Returns the response, and the time that this took. */
async function findAnswer(url: string, key: string) {
  const begun = performance.now();
  for (;;) {
    const answer = await fetch(url, { headers: { "x-api-key": key } });
    const ms = performance.now() - begun;
    const text = await answer.text();
    if (answer.status !== 404 || ms > 20 * answerMs) return { status: answer.status, text, ms };
    await Bun.sleep(10);
  }
}

/** Packs all packages, unless that was done before. Returns why it is impossible. */
async function packAll(): Promise<string | undefined> {
  const done = `${cache}/${Bun.hash(list.packages.join()).toString(36)}.done`;
  if (existsSync(done)) return undefined;
  mkdirSync(cache, { recursive: true });
  const project = mkdtempSync(`${cache}/project-`);
  try {
    const dependencies = Object.fromEntries(
      list.packages.map(splitId).map(({ name, version }) => [name, version]),
    );
    await Bun.write(`${project}/package.json`, JSON.stringify({ dependencies }));
    const locked = await runProgram(
      [process.execPath, "install", "--lockfile-only", "--ignore-scripts"],
      { cwd: project },
    );
    if (!locked.isDone) return `the registry does not answer: ${locked.text.slice(-200)}`;
    const { packages } = Object(Bun.JSONC.parse(readFileSync(`${project}/bun.lock`, "utf8")));
    const ids = Object.values<[string]>(packages).map(([id]) => id);
    const packed = await runProgram(
      ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", cache, ...new Set(ids)],
      { cwd: project },
    );
    if (!packed.isDone) return `npm cannot pack the packages: ${packed.text.slice(-200)}`;
    await Bun.write(done, "");
    return undefined;
  } finally {
    rmSync(project, { recursive: true });
  }
}

function splitId(id: string): { name: string; version: string } {
  const at = id.lastIndexOf("@");
  return { name: id.slice(0, at), version: id.slice(at + 1) };
}

/** Serves the packed tarballs as an npm registry. */
async function serveTarballs() {
  const versions = new Map<string, Record<string, object>>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const path = decodeURIComponent(new URL(request.url).pathname.slice(1));
      if (path.endsWith(".tgz")) return new Response(Bun.file(`${cache}/${path}`));
      const known = versions.get(path);
      if (!known) return new Response("", { status: 404 });
      return Response.json({ name: path, "dist-tags": {}, versions: known });
    },
  });
  for (const file of readdirSync(cache).filter((name) => name.endsWith(".tgz"))) {
    const bytes = await Bun.file(`${cache}/${file}`).bytes();
    const files = await new Bun.Archive(bytes).files("*/package.json");
    const described = JSON.parse((await [...files.values()][0]?.text()) ?? "{}");
    const integrity = `sha512-${new Bun.CryptoHasher("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `${server.url.href}${file}`, integrity };
    const known = versions.get(described.name) ?? {};
    versions.set(described.name, { ...known, [described.version]: { ...described, dist } });
  }
  return server;
}

/** Runs a program to its end. */
async function runProgram(
  command: readonly string[],
  { cwd = `${import.meta.dir}/../../..`, env = {} }: { cwd?: string; env?: object },
): Promise<{ isDone: boolean; text: string }> {
  try {
    const child = Bun.spawn([...command], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    return { isDone: (await child.exited) === 0, text: `${out}\n${errors}`.trim() };
  } catch (error) {
    // The program isn't installed.
    return { isDone: false, text: (error as Error).message };
  }
}
