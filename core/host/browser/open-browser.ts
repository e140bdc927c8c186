import type { Log } from "../../platform/log/log.ts";
import { type BrowserService, createBrowserService } from "./browser.ts";
import { type BrowserSettings, webPorts } from "./browser-settings.ts";

/** The browser settings that operators can change. */
export type BrowserChoices = Pick<
  BrowserSettings,
  "program" | "sandbox" | "pages" | "queueMax" | "hosts" | "memoryMbMax"
>;

/** Creates the browser service. Chromium starts with the first picture. */
export function openBrowser(
  {
    browser,
    data,
    nameServers,
    offline,
    proxy,
  }: Pick<BrowserSettings, "nameServers" | "offline" | "proxy"> & {
    browser: BrowserChoices;
    data: string;
  },
  { log }: { log: Log },
): BrowserService {
  const folder = `${data}/browser`;
  return createBrowserService(
    { ...browser, folder, nameServers, offline, proxy, ports: webPorts, shotsMax: 100 },
    log,
  );
}
