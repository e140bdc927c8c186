import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Page } from "puppeteer-core";
import { createBrowserService } from "../../../core/host/browser/browser.ts";
import { webPorts } from "../../../core/host/browser/browser-settings.ts";
import { findProgram } from "../../../core/host/browser/program.ts";
import { testHub } from "../../../core/testing/mod.ts";
import { bareShot, guardedShot, hasSandbox, launchBare } from "./bare-browser.ts";
import { median } from "./load.ts";

const rounds = 5;
const shots = 16;
const atOnce = 2;

/**
 * Measures screenshots of a local page by the hub, against a minimal script with the hub's fonts and a context per
 * screenshot.
 */
export async function benchScreenshot(): Promise<Record<string, string>> {
  const folder = mkdtempSync(`${tmpdir()}/utilhub-bench-`);
  const program = await findProgram(process.env.HUB_CHROME, { folder });
  if (!program) return { "no browser": "on this machine" };
  const site = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: serve });
  const service = createBrowserService({
    program: process.env.HUB_CHROME,
    sandbox: hasSandbox && "auto",
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
  const hub = await testHub(`${import.meta.dir}/../../../plugins/screenshot`, service);
  const browser = await launchBare(program, folder);
  const ratios: Record<"hub" | "guarded", number[]> = { hub: [], guarded: [] };
  const speeds: Record<"bare" | "hub", number[]> = { bare: [], hub: [] };
  for (let round = 0; round <= rounds; round++) {
    const open = (page: Page) => page.goto(`http://127.0.0.1:${site.port}/`);
    const bare = await rate(() => bareShot(browser, open));
    const guarded = await rate(() => guardedShot(browser, open));
    const ours = await rate(async () => {
      const query = "url=http://page.test/&cache_ttl=0&wait_until=load";
      const answer = await hub.get(`/api/screenshot/capture?${query}`);
      if (answer.status !== 200) throw new Error(await answer.text());
    });
    // The first round warms up.
    if (round === 0) continue;
    speeds.bare.push(bare);
    speeds.hub.push(ours);
    ratios.hub.push(ours / bare);
    ratios.guarded.push(guarded / bare);
  }
  await Promise.all([browser.close(), browser.close(), site.stop(true)]);
  return {
    "a minimal script": `${median(speeds.bare).toFixed(1)} screenshots/s`,
    "the hub": `${median(speeds.hub).toFixed(1)} screenshots/s`,
    "hub / minimal script (at least 0.95)": median(ratios.hub).toFixed(2),
    "minimal script with the hub's safeguards / minimal script": median(ratios.guarded).toFixed(2),
  };
}

/** Returns screenshots per second, with several at once. */
async function rate(shot: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  let left = shots;
  const work = async () => {
    while (left-- > 0) await shot();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return shots / ((performance.now() - begin) / 1000);
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
