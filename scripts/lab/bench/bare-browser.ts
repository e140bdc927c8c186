import { createConnection } from "node:net";
import puppeteer, { type Browser, type BrowserContextOptions, type Page } from "puppeteer-core";
import { prepareFonts } from "../../../core/host/browser/fonts.ts";
import { buildEnvironment, type Program } from "../../../core/host/browser/program.ts";
import { PageProxy } from "../../../core/host/browser/proxy.ts";
import { steadyCss } from "../../../core/host/browser/take-picture.ts";

/** Whether Chromium can use its sandbox: it can't if it runs as root. */
export const hasSandbox = process.getuid?.() !== 0;

/** Launches a browser as a plain script would, with the hub's fonts in the given folder. */
export async function launchBare(program: Program, folder: string): Promise<Browser> {
  return puppeteer.launch({
    executablePath: program.path,
    headless: program.shell ? "shell" : true,
    pipe: true,
    env: {
      ...buildEnvironment(program),
      FONTCONFIG_FILE: await prepareFonts(folder),
      HOME: folder,
    },
    args: hasSandbox ? [] : ["--no-sandbox"],
  });
}

/** Loads the content of a screenshot into a page. */
type Open = (page: Page) => Promise<unknown>;

/** Takes a screenshot in a separate browser context. */
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
 * Takes a screenshot with the hub's safeguards, which is the reference limit. Each page has a proxy that blocks the same
 * hosts as the hub. A style stops animation, and the title is read outside the reach of the page's scripts.
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
