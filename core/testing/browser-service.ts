import { readdirSync, readFileSync } from "node:fs";
import type { Shot } from "../contract/browser-door.ts";
import { waitMs } from "./patience.ts";
import { folder, lacksBrowser, openBrowser, program, shareProgram } from "./test-browser.ts";

export { folder, lacksBrowser, openBrowser, program, shareProgram };

/** Returns a simple screenshot request with a small window. */
export function createShot(source: Shot["source"], changes: Partial<Shot> = {}): Shot {
  return {
    source,
    viewport: { width: 400, height: 300, scale: 1, mobile: false },
    area: "viewport",
    image: { type: "png", transparent: false },
    wait: { until: "auto", delayMs: 0 },
    // No screenshot takes this long on any machine.
    timeoutMs: 300_000,
    media: { dark: false, reducedMotion: true },
    javascript: true,
    css: [],
    blockedHosts: [],
    cookies: [],
    headers: {},
    ...changes,
  };
}

/** Returns the command lines of the processes with a text in their arguments, by process ID. Linux only. */
export function findCommands(text: string): Map<number, string> {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const lines = pids.map((pid) => [Number(pid), readCommandLine(pid)] as const);
  return new Map(lines.filter(([, line]) => line.includes(text)));
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    // The process has ended.
    return "";
  }
}

/** Waits until a condition holds. Throws if it doesn't within ten seconds, or longer on a slow machine. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + waitMs(10_000);
  // Polls less often over time, because some conditions scan all processes of the machine.
  for (let ms = 20; performance.now() < end; ms = Math.min(ms * 1.5, 250)) {
    if (await holds()) return;
    await Bun.sleep(ms);
  }
  throw new Error("It did not come to hold");
}
