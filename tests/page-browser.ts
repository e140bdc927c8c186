import axe, { type AxeResults, type RunOptions } from "axe-core";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { prepareFonts } from "../core/host/browser/fonts.ts";
import { environmentOf } from "../core/host/browser/program.ts";
import { onRunEnd } from "../core/testing/run-end.ts";
import { folder, lacksBrowser, program } from "../core/testing/test-browser.ts";

export { lacksBrowser };

let shared: Promise<Browser> | undefined;

/**
 * Returns a browser that is steered as a person would. All test files of a process share it: a file
 * ends with `closePages`, and the browser ends after the last file.
 */
export async function getBrowser(): Promise<Browser> {
  if (shared && !(await shared).connected) shared = undefined;
  if (!shared) {
    shared = startBrowser();
    const started = shared;
    onRunEnd(async () => (await started).close());
  }
  return shared;
}

/** Closes all pages of the browser. */
export async function closePages(browser: Browser | undefined): Promise<void> {
  if (!browser?.connected) return;
  const usual = browser.defaultBrowserContext();
  const others = browser.browserContexts().filter((context) => context !== usual);
  await Promise.all(others.map((context) => context.close()));
  // Without any page, a browser may end.
  const [, ...pages] = await usual.pages();
  await Promise.all(pages.map((page) => page.close()));
}

/** Starts it with the hub's fonts: if a system has none, Chromium takes no typing either. */
async function startBrowser(): Promise<Browser> {
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

/** Axe would write selectors for what passes, too, which takes it a third of its time. */
const faultsAlone: RunOptions = { resultTypes: ["violations"], selectors: false };
const colourRules = ["color-contrast", "link-in-text-block"];
const structure: RunOptions = {
  ...faultsAlone,
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
};
const colours: RunOptions = { ...faultsAlone, runOnly: colourRules };

/**
 * Finds one visible element for each way that text looks on a page: its own styles, and the colours and
 * backgrounds behind it. A page has thousands of texts, and about a hundred looks.
 */
const textLooks = `(() => {
  const looks = new Map();
  const behind = (element) => {
    if (!element) return 0;
    const { backgroundColor, backgroundImage, opacity, color } = getComputedStyle(element);
    const parent = numbers.get(element.parentElement) ?? behind(element.parentElement);
    const text = [parent, backgroundColor, backgroundImage, opacity, color].join("|");
    if (!looks.has(text)) looks.set(text, looks.size + 1);
    numbers.set(element, looks.get(text));
    return looks.get(text);
  };
  const numbers = new Map();
  const found = new Map();
  for (const element of document.querySelectorAll("body, body *")) {
    const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!isText && !element.matches("input, select, textarea, button")) continue;
    if (!element.checkVisibility()) continue;
    const { fontSize, fontWeight, textShadow, textDecoration } = getComputedStyle(element);
    const own = [element.tagName, element.type, element.disabled, element.ariaDisabled];
    const look = [behind(element), ...own, fontSize, fontWeight, textShadow, textDecoration].join("|");
    if (!found.has(look)) found.set(look, element);
  }
  return [...found.values()];
})()`;

/**
 * Leaves in a page these elements, what is in them and what is behind them, and an empty element in place
 * of each other one: axe measures all that there is. `others` puts them back.
 */
const takeOthersOut = `{
  globalThis.shown = ${textLooks};
  const needed = new Set();
  for (const element of shown) {
    for (let up = element; up && !needed.has(up); up = up.parentElement) needed.add(up);
    for (const inner of element.querySelectorAll("*")) needed.add(inner);
  }
  globalThis.others = [...document.querySelectorAll("body *")]
    .filter((element) => !needed.has(element) && needed.has(element.parentElement))
    .map((element) => [element, element.cloneNode(false)]);
  for (const [element, empty] of others) element.replaceWith(empty);
}`;

/** What keeps people from using a page as it stands, by axe, in light and in dark, and ids given twice. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Those within Swagger UI are its own matter.
  const faults = await page.$$eval("[id]:not(.swagger-ui *)", (elements) => {
    const ids = elements.map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `twice: #${id}`);
  });
  if (!(await page.evaluate("globalThis.axe !== undefined"))) await page.evaluate(axe.source);
  await prefer(page, "light");
  faults.push(...(await runAxe(page, "document", structure)));
  // A page in the dark is the same but for its colours: what is alike in one may differ in the other.
  for (const look of ["light", "dark"] as const) {
    await prefer(page, look);
    await page.evaluate(takeOthersOut);
    const found = await runAxe(page, "({ include: shown })", colours);
    await page.evaluate("for (const [element, empty] of others) empty.replaceWith(element)");
    faults.push(...found.map((fault) => `${look}: ${fault}`));
  }
  return faults;
}

/** Runs axe in a page on what an expression names. */
async function runAxe(page: Page, context: string, options: RunOptions): Promise<string[]> {
  const run = `axe.run(${context}, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(run)) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`);
}
