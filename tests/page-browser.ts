import type { AxeResults, RunOptions } from "axe-core";
import puppeteer, { type Browser, type Dialog, type Page } from "puppeteer-core";
import { prepareFonts } from "../core/host/browser/fonts.ts";
import { environmentOf } from "../core/host/browser/program.ts";
import { isFullDepth } from "../core/testing/cases.ts";
import { onRunEnd } from "../core/testing/run-end.ts";
import { folder, lacksBrowser, program } from "../core/testing/test-browser.ts";

export { lacksBrowser };

let shared: Promise<Browser> | undefined;

/** Returns the browser of this process, which is operated as a person would. It ends after the last test file. */
async function getBrowser(): Promise<Browser> {
  if (shared && !(await shared).connected) shared = undefined;
  if (!shared) {
    shared = startBrowser();
    const started = shared;
    onRunEnd(async () => (await started).close());
  }
  return shared;
}

const listened = ["console", "pageerror", "request", "response"] as const;

/** Removes what a test has added to the page. */
let undo: (() => Promise<unknown>) | undefined;

/**
 * Returns a page as a new window shows it: without history of tests, storage, cookies and listeners.
 * All test files of a process use the same page one after another: opening another one, and parsing all
 * scripts again, takes three times the processor time. Each file ends with `leavePage`.
 */
export async function getPage({ clipboard = "system" } = {}): Promise<Page> {
  const browser = await getBrowser();
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  for (const event of listened) page.removeAllListeners(event);
  await undo?.();
  undo = undefined;
  if (page.url() !== "about:blank") await empty(page);
  await page.setViewport({ width: 800, height: 600 });
  if (clipboard === "recorded") {
    // The system's clipboard is shared by all windows.
    const { identifier } = await page.evaluateOnNewDocument(
      `Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => { document.documentElement.dataset.copied = text } },
      })`,
    );
    undo = () => page.removeScriptToEvaluateOnNewDocument(identifier);
  }
  return page;
}

/** Removes what a site has stored, and how a test wanted to see it. */
async function empty(page: Page): Promise<void> {
  await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  await leavePage();
  const context = page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
  await context.clearPermissionOverrides();
  await page.setExtraHTTPHeaders({});
  await page.emulateMediaType();
  await page.emulateMediaFeatures([]);
}

/** Writes a text into a field as if it were pasted: at once, which takes a tenth of typing it. */
export async function paste(page: Page, selector: string, text: string): Promise<void> {
  await page.focus(selector);
  await page.keyboard.sendCharacter(text);
}

/** Shows nothing in the page of this process, which then keeps no hub from stopping. */
export async function leavePage(): Promise<void> {
  if (!shared) return;
  const [page] = await (await shared).pages();
  const agree = (dialog: Dialog) => void dialog.accept();
  page?.on("dialog", agree);
  await page?.goto("about:blank");
  page?.off("dialog", agree);
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

const axeSource = Bun.file(Bun.fileURLToPath(import.meta.resolve("axe-core/axe.min.js")));

/** Axe would write selectors for what passes, too, which takes it a third of its time. */
const faultsAlone: RunOptions = { resultTypes: ["violations"], selectors: false };
const colourRules = ["color-contrast", "link-in-text-block"];
const structure: RunOptions = {
  ...faultsAlone,
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
};
const colours: RunOptions = { ...faultsAlone, runOnly: colourRules };

/** The looks of text that were measured without a fault. A plain run measures each once in all pages. */
const measuredLooks = new Set<string>();

/**
 * Finds one visible element for each way that text looks on a page: its own styles, and the colours and
 * backgrounds behind it. A page has thousands of texts, and about a hundred looks. `measured` are left out.
 */
const textLooks = `((measured) => {
  const hash = (text) => {
    let [a, b] = [0x811c9dc5, 0x1000193];
    for (let at = 0; at < text.length; at++) {
      a = Math.imul(a ^ text.charCodeAt(at), 0x01000193);
      b = Math.imul(b ^ text.charCodeAt(at), 0x5bd1e995) + at;
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
  };
  const behind = (element) => {
    if (!element) return 0;
    const { backgroundColor, backgroundImage, opacity, color } = getComputedStyle(element);
    const parent = numbers.get(element.parentElement) ?? behind(element.parentElement);
    const text = [parent, backgroundColor, backgroundImage, opacity, color].join("|");
    numbers.set(element, hash(text));
    return numbers.get(element);
  };
  const numbers = new Map();
  const found = new Map();
  for (const element of document.querySelectorAll("body, body *")) {
    const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!isText && !element.matches("input, select, textarea, button")) continue;
    if (!element.checkVisibility()) continue;
    const { fontSize, fontWeight, textShadow, textDecoration } = getComputedStyle(element);
    const own = [element.tagName, element.type, element.disabled, element.ariaDisabled];
    const look = hash([behind(element), ...own, fontSize, fontWeight, textShadow, textDecoration].join("|"));
    if (!found.has(look) && !measured.has(look)) found.set(look, element);
  }
  return found;
})`;

/**
 * Leaves in a page these elements, what is in them and what is behind them, and an empty element in place
 * of each other one: axe measures all that there is. `others` puts them back.
 */
const takeOthersOut = (measured: Iterable<string>) => `(() => {
  const looks = ${textLooks}(new Set(${JSON.stringify([...measured])}));
  globalThis.shown = [...looks.values()];
  const needed = new Set();
  for (const element of shown) {
    for (let up = element; up && !needed.has(up); up = up.parentElement) needed.add(up);
    for (const inner of element.querySelectorAll("*")) needed.add(inner);
  }
  globalThis.others = [...document.querySelectorAll("body *")]
    .filter((element) => !needed.has(element) && needed.has(element.parentElement))
    .map((element) => [element, element.cloneNode(false)]);
  for (const [element, empty] of others) element.replaceWith(empty);
  return [...looks.keys()];
})()`;

/** What keeps people from using a page as it stands, by axe, in light and in dark, and ids given twice. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Those within Swagger UI are its own matter.
  const faults = await page.$$eval("[id]:not(.swagger-ui *)", (elements) => {
    const ids = elements.map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `twice: #${id}`);
  });
  if (!(await page.evaluate("globalThis.axe !== undefined")))
    await page.evaluate(await axeSource.text());
  await prefer(page, "light");
  faults.push(...(await runAxe(page, "document", structure)));
  // A page in the dark is the same but for its colours: what is alike in one may differ in the other.
  for (const scheme of ["light", "dark"] as const) {
    await prefer(page, scheme);
    const looks = (await page.evaluate(takeOthersOut(measuredLooks))) as string[];
    const found = looks.length > 0 ? await runAxe(page, "({ include: shown })", colours) : [];
    await page.evaluate("for (const [element, empty] of others) empty.replaceWith(element)");
    faults.push(...found.map((fault) => `${scheme}: ${fault}`));
    if (!isFullDepth && found.length === 0) for (const look of looks) measuredLooks.add(look);
  }
  return faults;
}

/** Runs axe in a page on what an expression names. */
async function runAxe(page: Page, context: string, options: RunOptions): Promise<string[]> {
  const run = `axe.run(${context}, ${JSON.stringify(options)})`;
  const { violations } = (await page.evaluate(run)) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`);
}
