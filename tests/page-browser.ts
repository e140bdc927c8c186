import axe, { type RunOptions } from "axe-core";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { prepareFonts } from "../core/runtime/browser/fonts.ts";
import { environmentOf } from "../core/runtime/browser/program.ts";
import { folder, lacksBrowser, program } from "../core/testing/test-browser.ts";

export { lacksBrowser };

/**
 * A browser that is steered as a person would, to be closed. It has the hub's fonts: where a system
 * has none, Chromium takes no typing either.
 */
export async function startBrowser(): Promise<Browser> {
  if (!program) throw new Error("There is no browser");
  return puppeteer.launch({
    executablePath: program.path,
    headless: program.shell ? "shell" : true,
    pipe: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    env: { ...environmentOf(program), FONTCONFIG_FILE: await prepareFonts(folder), HOME: folder },
  });
}

/** Has a page in light or dark. It is told of that by an event, later than the browser is. */
async function prefer(page: Page, value: "light" | "dark"): Promise<void> {
  await page.evaluate(`{
    const query = matchMedia("(prefers-color-scheme: ${value})");
    const isSo = new Promise((tell) => { query.onchange = () => tell(); });
    globalThis.told = query.matches ? Promise.resolve() : isSo;
    undefined;
  }`);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
  await page.evaluate("globalThis.told");
}

/** Of what holds, axe would write selectors for each element, which takes it a third of its time. */
const faultsAlone: RunOptions = { resultTypes: ["violations"], selectors: false };
/** A page in the dark is the same but for its colours. */
const looks = {
  light: faultsAlone,
  dark: { ...faultsAlone, runOnly: ["color-contrast", "link-in-text-block"] },
};

/** What keeps people from using a page as it stands, by axe, in light and in dark, and ids given twice. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Those within Swagger UI are its own matter.
  const faults = await page.$$eval("[id]:not(.swagger-ui *)", (elements) => {
    const ids = elements.map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `twice: #${id}`);
  });
  await page.evaluate(axe.source);
  for (const [value, options] of Object.entries(looks)) {
    await prefer(page, value as keyof typeof looks);
    const found = await page.evaluate(async (options) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`);
    }, options);
    faults.push(...found.map((fault) => `${value}: ${fault}`));
  }
  return faults;
}
