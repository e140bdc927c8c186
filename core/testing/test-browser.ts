import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type BrowserService, createBrowserService } from "../host/browser/browser.ts";
import { type BrowserSettings, webPorts } from "../host/browser/browser-settings.ts";
import { prepareFonts } from "../host/browser/fonts.ts";
import { findProgram } from "../host/browser/program.ts";
import { isMissing } from "./missing.ts";
import { onRunEnd } from "./run-end.ts";

/** The cache of the packages' unpacked browser and fonts. Unpacking takes seconds, so it is kept for the next run. */
const cache = join(import.meta.dir, "../../node_modules/.cache/utilhub-browser");

/** The versions of the packages, which the font cache depends on. */
const versions = await Bun.file(join(import.meta.dir, "../package.json")).text();
const fontCache = join(cache, `fonts-${Bun.hash(versions).toString(36)}`);

/** A folder for all tests of a process, so that fonts are unpacked once. */
export const folder = mkdtempSync(join(tmpdir(), "utilhub-browser-"));
const removeFolder = () => rmSync(folder, { recursive: true, force: true });
process.on("exit", removeFolder);
onRunEnd(removeFolder);

// If the packages' folder isn't writable, each process unpacks its own.
const cached = await findProgram(process.env.HUB_CHROME, { folder: cache }).catch(() => undefined);
const hasFonts = await prepareFonts(fontCache).then(
  () => true,
  () => false,
);
shareProgram(folder);

/** The browser for tests, if there is one. */
export const program = await findProgram(process.env.HUB_CHROME, { folder });

/** Whether tests must do without a browser. */
export const lacksBrowser = isMissing("Chromium", { from: "chromium", isThere: !!program });

/** Opens a real browser. */
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

/** Adds the unpacked browser and fonts to another folder. */
export function shareProgram(other: string): void {
  mkdirSync(join(other, "fonts"), { recursive: true });
  for (const name of hasFonts ? readdirSync(join(fontCache, "fonts")) : [])
    shareFile(join(fontCache, "fonts", name), join(other, "fonts", name));
  for (const path of [cached?.path, cached?.libraries])
    if (path?.startsWith(cache)) shareFile(path, join(other, basename(path)));
}

/**
 * Creates a hard link or a copy. A symbolic link wouldn't do: the browser's user may have no access to the
 * packages' folder.
 */
function shareFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // It is a folder, or on another disk.
    cpSync(from, to, { recursive: true });
  }
}
