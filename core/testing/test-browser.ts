import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type BrowserService, createBrowserService } from "../host/browser/browser.ts";
import { type BrowserSettings, webPorts } from "../host/browser/browser-settings.ts";
import { prepareFonts } from "../host/browser/fonts.ts";
import { findProgram } from "../host/browser/program.ts";
import { isMissing } from "./missing.ts";
import { onRunEnd } from "./run-end.ts";

/** Holds the unpacked browser and fonts of the packages, which take seconds: they stay for the next run. */
const cache = join(import.meta.dir, "../../node_modules/.cache/utilhub-browser");

/** Of the fonts that these versions of their packages have. */
const versions = await Bun.file(join(import.meta.dir, "../package.json")).text();
const fontCache = join(cache, `fonts-${Bun.hash(versions).toString(36)}`);

/** One for all tests of a process: fonts are unpacked there once. */
export const folder = mkdtempSync(join(tmpdir(), "utilhub-browser-"));
const removeFolder = () => rmSync(folder, { recursive: true, force: true });
process.on("exit", removeFolder);
onRunEnd(removeFolder);

// Where nothing can be written beside the packages, each process unpacks its own.
const cached = await findProgram(process.env.HUB_CHROME, { folder: cache }).catch(() => undefined);
const hasFonts = await prepareFonts(fontCache).then(
  () => true,
  () => false,
);
shareProgram(folder);

/** The browser that tests use, where there is one. */
export const program = await findProgram(process.env.HUB_CHROME, { folder });

/** Whether tests must do without. */
export const lacksBrowser = isMissing("Chromium", { from: "chromium", isThere: !!program });

/** A real browser. */
export function openBrowser(settings: Partial<BrowserSettings> = {}): BrowserService {
  return createBrowserService({
    program: process.env.HUB_CHROME,
    sandbox: process.env.HUB_CHROME_SANDBOX !== "0" && "auto",
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

/** Gives another folder the unpacked browser and fonts. */
export function shareProgram(other: string): void {
  mkdirSync(join(other, "fonts"), { recursive: true });
  for (const name of hasFonts ? readdirSync(join(fontCache, "fonts")) : [])
    shareFile(join(fontCache, "fonts", name), join(other, "fonts", name));
  for (const path of [cached?.path, cached?.libraries])
    if (path?.startsWith(cache)) shareFile(path, join(other, basename(path)));
}

/** No symbolic link: the user that a browser runs as may not be let into the folder of the packages. */
function shareFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // It is a folder, or on another disk.
    cpSync(from, to, { recursive: true });
  }
}
