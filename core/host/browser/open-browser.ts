import type { Log } from "../../platform/log/log.ts";
import { type BrowserService, createBrowserService } from "./browser.ts";
import { type BrowserSettings, webPorts } from "./browser-settings.ts";

/** The settings of the browser that operators choose. */
export type BrowserChoices = Pick<
  BrowserSettings,
  "program" | "sandbox" | "pages" | "queueMax" | "hosts" | "memoryMbMax"
>;

/** Opens the browser service of a hub. Chromium starts at the first picture. */
export function openBrowser(
  {
    browser,
    data,
    nameServers,
    offline,
  }: Pick<BrowserSettings, "nameServers" | "offline"> & { browser: BrowserChoices; data: string },
  { log }: { log: Log },
): BrowserService {
  const folder = `${data}/browser`;
  return createBrowserService(
    { ...browser, folder, nameServers, offline, ports: webPorts, shotsMax: 100 },
    log,
  );
}
