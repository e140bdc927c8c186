import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { median } from "./load.ts";
import { type BenchServer, hubCommand, residentMb, startPeer, startServer } from "./server.ts";

const rounds = 12;
/** After the hub's first scan of the plugin folders, and after its periodic jobs have started. */
const idleAfterMs = 3000;
/** Number of added plugins, with ten routes each. */
const added = 100;

/** Measures the time to the hub's first response, its memory afterwards, and the cost of more plugins. */
export async function benchStart({
  isSmoke,
}: {
  isSmoke: boolean;
}): Promise<Record<string, string>> {
  const folder = createPlugins(isSmoke ? 1 : added);
  const trusted = { HUB_PLUGINS: folder, HUB_TRUST: readdirSync(folder).join() };
  const plain: Started[] = [];
  const more: Started[] = [];
  const bare: Started[] = [];
  const elysia: Started[] = [];
  // Alternately, and each is first equally often, so that slow moments of the machine affect both.
  for (let round = 0; round < (isSmoke ? 2 : rounds); round++) {
    if (round % 2) more.push(await startHub(trusted));
    plain.push(await startHub({}));
    if (round % 2 === 0) more.push(await startHub(trusted));
    bare.push(await watch(() => startPeer(["empty.ts"], {}, { isPinned: false })));
    elysia.push(await watch(() => startPeer(["empty-elysia.mjs"], {}, { isPinned: false })));
  }
  const importMs = measureImport(folder);
  const middle = (all: Started[], of: (one: Started) => number) => median(all.map(of));
  const each = (of: (one: Started) => number) =>
    (middle(more, of) - middle(plain, of)) / (isSmoke ? 1 : added);
  const firstMs = ({ firstAnswerMs }: Started) => firstAnswerMs;
  const idleMb = ({ idleMb }: Started) => idleMb;
  return {
    "time to the first 200 (at most 110 ms)": `${middle(plain, firstMs).toFixed(0)} ms`,
    "time to the first response, Bun.serve alone": `${middle(bare, firstMs).toFixed(0)} ms`,
    "time to the first response, Elysia with a route and a new database": `${middle(elysia, firstMs).toFixed(0)} ms`,
    "idle memory (at most 60 MB)": `${middle(plain, idleMb).toFixed(0)} MB`,
    "idle memory, Bun.serve alone": `${middle(bare, idleMb).toFixed(0)} MB`,
    "idle memory, Elysia with a route and a new database": `${middle(elysia, idleMb).toFixed(0)} MB`,
    "start time per additional plugin of ten routes (at most 0.8 ms)": `${each(firstMs).toFixed(1)} ms`,
    "import time of its files alone": `${(importMs / (isSmoke ? 1 : added)).toFixed(1)} ms`,
    "memory per additional plugin (at most 300 kB)": `${(1024 * each(idleMb)).toFixed(0)} kB`,
  };
}

interface Started {
  firstAnswerMs: number;
  idleMb: number;
}

async function startHub(env: Record<string, string>): Promise<Started> {
  const data = mkdtempSync(`${tmpdir()}/utilhub-start-`);
  const settings = { HUB_DATA: data, HUB_DATA_REFRESH: "0", PORT: "0", ...env };
  return watch(() => startServer(hubCommand, settings, { isPinned: false }));
}

async function watch(start: () => Promise<BenchServer>): Promise<Started> {
  const begin = performance.now();
  const server = await start();
  const { status } = await fetch(`${server.url}/livez`);
  if (status !== 200) throw new Error(`${server.url} responded with ${status}`);
  const firstAnswerMs = performance.now() - begin;
  await Bun.sleep(idleAfterMs);
  const idleMb = residentMb(server.pid);
  await server.stop();
  return { firstAnswerMs, idleMb };
}

/** Returns Bun's time to import all files of a folder in a new process, in milliseconds. */
function measureImport(folder: string): number {
  const program = `const begin = performance.now();
for (const file of new Bun.Glob("**/*.ts").scanSync(${JSON.stringify(folder)}))
  await import(${JSON.stringify(`${folder}/`)} + file);
console.log(performance.now() - begin);`;
  const times = Array.from({ length: 5 }, () => {
    const { stdout } = Bun.spawnSync([process.execPath, "-e", program], {
      cwd: `${import.meta.dir}/../../..`,
    });
    return Number(stdout.toString());
  });
  return median(times);
}

/** Creates a folder of plugins with ten routes each. They aren't isolated, so that only loading is measured. */
function createPlugins(count: number): string {
  const folder = mkdtempSync(`${tmpdir()}/utilhub-ten-`);
  for (let number = 0; number < count; number++) {
    const plugin = `${folder}/ten-${number}`;
    mkdirSync(`${plugin}/routes`, { recursive: true });
    writeFileSync(
      `${plugin}/plugin.ts`,
      `import { definePlugin } from "hub";
export default definePlugin({ title: "Ten", summary: "Ten routes.", isolated: false });`,
    );
    for (let index = 0; index < 10; index++)
      writeFileSync(
        `${plugin}/routes/r${index}.get.ts`,
        `import { t } from "hub";
import ten from "../../plugin.ts";
export default ten.route({
  summary: "Count",
  query: t.Object({ n: t.Integer({ minimum: 0, maximum: 100, default: ${index} }) }),
  response: t.Object({ n: t.Integer() }),
  example: { query: { n: 1 } },
  handler: ({ query }) => ({ n: query.n }),
});`,
      );
  }
  return folder;
}
