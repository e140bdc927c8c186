import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { median } from "./load.ts";

const rounds = 12;
const root = `${import.meta.dir}/../..`;

/** How long the hub takes to its first answer, what it then holds, and what ten routes add. */
export async function benchStart(): Promise<Record<string, string>> {
  const ten = pluginOfTenRoutes();
  const plain: Started[] = [];
  const more: Started[] = [];
  // In turn, and each as often first, so that a slow moment of the machine falls on both.
  for (let round = 0; round < rounds; round++) {
    if (round % 2) more.push(await start({ HUB_PLUGINS: ten }));
    plain.push(await start({}));
    if (round % 2 === 0) more.push(await start({ HUB_PLUGINS: ten }));
  }
  rmSync(ten, { recursive: true });
  const ms = (all: Started[]) => median(all.map(({ firstAnswerMs }) => firstAnswerMs));
  const added = ms(more) - ms(plain);
  return {
    "start to first 200 (at most 120 ms)": `${ms(plain).toFixed(0)} ms`,
    "idle memory (at most 80 MB)": `${median(plain.map(({ idleMb }) => idleMb)).toFixed(0)} MB`,
    "ten more routes (at most 2 ms)": `${added.toFixed(1)} ms`,
  };
}

interface Started {
  firstAnswerMs: number;
  idleMb: number;
}

async function start(env: Record<string, string>): Promise<Started> {
  const data = mkdtempSync(`${tmpdir()}/utilhub-start-`);
  const begin = performance.now();
  const child = Bun.spawn([process.execPath, "core/main.ts"], {
    cwd: root,
    env: { ...process.env, HUB_DATA: data, PORT: "0", ...env } as Record<string, string>,
    stdout: "pipe",
  });
  const reader = child.stdout.getReader();
  let greeting = "";
  while (!greeting.includes("Get a key"))
    greeting += Buffer.from((await reader.read()).value ?? []).toString();
  const [, port] = /localhost:(\d+)/.exec(greeting) ?? [];
  const { status } = await fetch(`http://127.0.0.1:${port}/livez`);
  if (status !== 200) throw new Error(`The hub answered ${status}`);
  const firstAnswerMs = performance.now() - begin;
  await Bun.sleep(1500);
  const idleMb = residentMb(child.pid);
  child.kill();
  await child.exited;
  rmSync(data, { recursive: true });
  return { firstAnswerMs, idleMb };
}

function residentMb(pid: number): number {
  const [, kilobytes = ""] = readFileSync(`/proc/${pid}/status`, "latin1").split("VmRSS:");
  return Number.parseInt(kilobytes, 10) / 1024;
}

/** A folder of plugins with one of ten routes. Not isolated, so that nothing else is measured. */
function pluginOfTenRoutes(): string {
  const folder = mkdtempSync(`${tmpdir()}/utilhub-ten-`);
  mkdirSync(`${folder}/ten/routes`, { recursive: true });
  writeFileSync(
    `${folder}/ten/plugin.ts`,
    `import { definePlugin } from "hub";
export default definePlugin({ title: "Ten", summary: "Ten routes.", isolated: false });`,
  );
  for (let index = 0; index < 10; index++)
    writeFileSync(
      `${folder}/ten/routes/r${index}.get.ts`,
      `import { t } from "hub";
import ten from "../plugin.ts";
export default ten.route({
  summary: "Count",
  query: t.Object({ n: t.Integer({ minimum: 0, maximum: 100, default: ${index} }) }),
  response: t.Object({ n: t.Integer() }),
  example: { query: { n: 1 } },
  handler: ({ query }) => ({ n: query.n }),
});`,
    );
  return folder;
}
