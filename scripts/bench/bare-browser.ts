import puppeteer, { type Browser } from "puppeteer-core";
import { environmentOf, type Program } from "../../core/runtime/browser/program.ts";

/** Whether Chromium has a sandbox here: not as root. */
export const hasSandbox = process.getuid?.() !== 0;

/** Starts a browser as a script does that has no hub. */
export function launchBare(program: Program, env: Record<string, string> = {}): Promise<Browser> {
  return puppeteer.launch({
    executablePath: program.path,
    headless: program.shell ? "shell" : true,
    pipe: true,
    env: { ...environmentOf(program), ...env },
    args: hasSandbox ? [] : ["--no-sandbox"],
  });
}
