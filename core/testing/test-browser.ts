import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserService, createBrowserService } from "../host/browser/browser.ts";
import { type BrowserSettings, webPorts } from "../host/browser/browser-settings.ts";
import { findProgram } from "../host/browser/program.ts";
import { isMissing } from "./missing.ts";
import { onRunEnd } from "./run-end.ts";

/** One for all tests: fonts and the packaged browser are unpacked there once. */
export const folder = mkdtempSync(join(tmpdir(), "utilhub-browser-"));
const removeFolder = () => rmSync(folder, { recursive: true, force: true });
process.on("exit", removeFolder);
onRunEnd(removeFolder);

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
