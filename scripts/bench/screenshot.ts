import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import puppeteer, { type Browser } from "puppeteer-core";
import { createBrowserService } from "../../core/runtime/browser/browser.ts";
import { webPorts } from "../../core/runtime/browser/browser-settings.ts";
import { environmentOf, findProgram } from "../../core/runtime/browser/program.ts";
import { testHub } from "../../core/testing/mod.ts";
import { median } from "./load.ts";

const rounds = 5;
const shots = 16;
const atOnce = 2;

/** Pictures of a local page by the hub, against a bare script that gives each a context of its own. */
export async function benchScreenshot(): Promise<Record<string, string>> {
  const folder = mkdtempSync(`${tmpdir()}/utilhub-bench-`);
  const program = await findProgram(process.env.HUB_CHROME, { folder });
  if (!program) return { "no browser": "on this machine" };
  const sandbox = process.getuid?.() !== 0;
  const site = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: serve });
  const service = createBrowserService({
    program: process.env.HUB_CHROME,
    sandbox: sandbox && "auto",
    folder,
    pages: atOnce,
    queueMax: shots,
    hosts: { "page.test": `http://127.0.0.1:${site.port}` },
    nameServers: [],
    offline: false,
    ports: webPorts,
    shotsMax: 1000,
    memoryMbMax: 8192,
  });
  const hub = await testHub(`${import.meta.dir}/../../plugins/screenshot`, service);
  const browser = await puppeteer.launch({
    executablePath: program.path,
    headless: program.shell ? "shell" : true,
    pipe: true,
    env: environmentOf(program),
    args: sandbox ? [] : ["--no-sandbox"],
  });
  const ratios: number[] = [];
  const speeds: { bare: number[]; hub: number[] } = { bare: [], hub: [] };
  for (let round = 0; round <= rounds; round++) {
    const bare = await rate(() => bareShot(browser, `http://127.0.0.1:${site.port}/`));
    const ours = await rate(async () => {
      const query = "url=http://page.test/&cache_ttl=0&wait_until=load";
      const answer = await hub.get(`/api/screenshot/capture?${query}`);
      if (answer.status !== 200) throw new Error(await answer.text());
    });
    // The first round warms up.
    if (round === 0) continue;
    speeds.bare.push(bare);
    speeds.hub.push(ours);
    ratios.push(ours / bare);
  }
  await Promise.all([browser.close(), browser.close(), site.stop(true)]);
  rmSync(folder, { recursive: true, force: true });
  return {
    "a bare script": `${median(speeds.bare).toFixed(1)} pictures/s`,
    "the hub": `${median(speeds.hub).toFixed(1)} pictures/s`,
    "hub / bare (at least 0.95)": median(ratios).toFixed(2),
  };
}

/** Pictures a second, some at once. */
async function rate(shot: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  let left = shots;
  const work = async () => {
    while (left-- > 0) await shot();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return shots / ((performance.now() - begin) / 1000);
}

async function bareShot(browser: Browser, url: string): Promise<void> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(url);
    await page.screenshot();
  } finally {
    await context.close();
  }
}

function serve(request: Request): Response {
  if (new URL(request.url).pathname === "/style.css")
    return new Response("body{font:16px sans-serif;max-width:40em;margin:2em auto}", {
      headers: { "content-type": "text/css" },
    });
  const text = "<p>Some text that fills the page, with <b>bold</b> and <a href='#'>a link</a>.</p>";
  return new Response(
    `<!doctype html><link rel="stylesheet" href="/style.css"><h1>A page</h1>${text.repeat(30)}`,
    { headers: { "content-type": "text/html" } },
  );
}
