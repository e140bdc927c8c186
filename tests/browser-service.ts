import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isMissing } from "hub/testing";
import type { Shot } from "../core/contract/browser-door.ts";
import { type BrowserService, createBrowserService } from "../core/runtime/browser/browser.ts";
import { type BrowserSettings, webPorts } from "../core/runtime/browser/browser-settings.ts";
import { findProgram } from "../core/runtime/browser/program.ts";

/** One for all tests: fonts and the packaged browser are unpacked there once. */
export const folder = mkdtempSync(join(tmpdir(), "utilhub-browser-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** The browser that tests use, where there is one. */
export const program = await findProgram(process.env.HUB_CHROME, { folder });

/** Whether tests must do without. */
export const lacksBrowser = isMissing("Chromium", { from: "chromium", isThere: !!program });

/** A real browser. */
export function openBrowser(settings: Partial<BrowserSettings> = {}): BrowserService {
  return createBrowserService({
    program: process.env.HUB_CHROME,
    sandbox: process.getuid?.() !== 0 && process.env.HUB_CHROME_SANDBOX !== "0" && "auto",
    pages: 4,
    queueMax: 16,
    folder,
    hosts: {},
    nameServers: [],
    offline: false,
    ports: webPorts,
    shotsMax: 100,
    memoryMbMax: 4096,
    ...settings,
  });
}

/** Gives another folder what is unpacked in the tests' own, which takes seconds. */
export function shareProgram(other: string): void {
  mkdirSync(other, { recursive: true });
  for (const path of [program?.path, program?.libraries])
    if (path?.startsWith(folder)) symlinkSync(path, join(other, basename(path)));
}

/** A plain shot of a small window. */
export function shotOf(source: Shot["source"], changes: Partial<Shot> = {}): Shot {
  return {
    source,
    viewport: { width: 400, height: 300, scale: 1, mobile: false },
    area: "viewport",
    image: { type: "png", transparent: false },
    wait: { until: "auto", delayMs: 0 },
    timeoutMs: 20_000,
    media: { dark: false, reducedMotion: true },
    javascript: true,
    css: [],
    blockedHosts: [],
    cookies: [],
    headers: {},
    ...changes,
  };
}

/** The command lines of the processes that have a text among their arguments; on Linux alone. */
export function commandsWith(text: string): Map<number, string> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => [Number(pid), commandOf(pid)] as const);
  return new Map(lines.filter(([, line]) => line.includes(text)));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    // It has ended since.
    return "";
  }
}

/** Waits until something holds; throws when it does not for ten seconds. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let look = 0; look < 200; look++) {
    if (await holds()) return;
    await Bun.sleep(50);
  }
  throw new Error("It did not come to hold");
}
