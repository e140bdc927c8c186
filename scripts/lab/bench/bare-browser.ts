import { createConnection } from "node:net";
import puppeteer, { type Browser, type BrowserContextOptions, type Page } from "puppeteer-core";
import { prepareFonts } from "../../../core/host/browser/fonts.ts";
import { environmentOf, type Program } from "../../../core/host/browser/program.ts";
import { PageProxy } from "../../../core/host/browser/proxy.ts";
import { steadyCss } from "../../../core/host/browser/take-picture.ts";

/** Whether Chromium has a sandbox here: not as root. */
export const hasSandbox = process.getuid?.() !== 0;

/** Starts a browser as a script does that has no hub, with the hub's fonts, which a folder is to hold. */
export async function launchBare(program: Program, folder: string): Promise<Browser> {
  return puppeteer.launch({
    executablePath: program.path,
    headless: program.shell ? "shell" : true,
    pipe: true,
    env: { ...environmentOf(program), FONTCONFIG_FILE: await prepareFonts(folder), HOME: folder },
    args: hasSandbox ? [] : ["--no-sandbox"],
  });
}

/** Brings what is pictured into a page. */
type Open = (page: Page) => Promise<unknown>;

/** A picture of a page in a context of its own. */
export async function bareShot(
  browser: Browser,
  open: Open,
  {
    context: options,
    prepare,
  }: { context?: BrowserContextOptions; prepare?: (page: Page) => Promise<void> } = {},
): Promise<void> {
  const context = await browser.createBrowserContext(options);
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    await open(page);
    await prepare?.(page);
    await page.screenshot();
  } finally {
    await context.close();
  }
}

/**
 * The same with what the hub's pictures need, which is the limit: a proxy for each page, without which it could
 * reach what the hub may, a style that stills it, and its title, read out of the reach of its scripts.
 */
export async function guardedShot(browser: Browser, open: Open): Promise<void> {
  const proxy = await PageProxy.open({
    connect: async (host, port) => createConnection({ host, port }),
    blockedHosts: [],
    bytesMax: Number.POSITIVE_INFINITY,
  });
  try {
    const context = {
      proxyServer: `http://127.0.0.1:${proxy.port}`,
      proxyBypassList: ["<-loopback>"],
    };
    const prepare = async (page: Page) => {
      await page.addStyleTag({ content: steadyCss });
      await page.title();
    };
    await bareShot(browser, open, { context, prepare });
  } finally {
    proxy.close();
  }
}
