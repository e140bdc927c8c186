import type { AxeResults, RunOptions } from "axe-core";
import puppeteer, { type Browser, type Dialog, type Page } from "puppeteer-core";
import { prepareFonts } from "../host/browser/fonts.ts";
import { buildEnvironment } from "../host/browser/program.ts";
import { isFullDepth } from "./cases.ts";
import { onRunEnd } from "./run-end.ts";
import { folder, lacksBrowser, program } from "./test-browser.ts";

export { lacksBrowser };

let shared: Promise<Browser> | undefined;

/** Returns the browser of this process. Tests operate it with clicks and keys. It ends after the last test file. */
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

/** Reverts changes of a test to the page. */
let undo: (() => Promise<unknown>) | undefined;

/**
 * Returns a page in the state of a new window: without history, storage, cookies and listeners of other tests. All test
 * files of a process use the same page in turn. A new page would parse all scripts again, which triples the processor
 * time. Each file ends with `leavePage`.
 */
export async function getPage({ clipboard = "system" } = {}): Promise<Page> {
  const browser = await getBrowser();
  const [first] = await browser.pages();
  const page = first ?? (await browser.newPage());
  for (const event of listened) page.removeAllListeners(event);
  await undo?.();
  undo = undefined;
  await reset(page);
  await page.setViewport({ width: 800, height: 600 });
  if (clipboard === "recorded") {
    // All windows share the system's clipboard.
    const { identifier } = await page.evaluateOnNewDocument(
      `Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => { document.documentElement.dataset.copied = text } },
      })`,
    );
    undo = () => page.removeScriptToEvaluateOnNewDocument(identifier);
  }
  return page;
}

/** Removes what earlier tests left, those of other files included: cookies, request headers and display settings. */
async function reset(page: Page): Promise<void> {
  await leavePage();
  const context = page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
  await context.clearPermissionOverrides();
  await page.setExtraHTTPHeaders({});
  await page.emulateMediaType();
  await page.emulateMediaFeatures([]);
}

/** Pastes a text into a field, which takes a tenth of the time of typing. */
export async function paste(page: Page, selector: string, text: string): Promise<void> {
  await page.focus(selector);
  await page.keyboard.sendCharacter(text);
}

/** Clears the site's storage and shows a blank page, so that the page keeps no hub from stopping. */
export async function leavePage(): Promise<void> {
  if (!shared) return;
  const [page] = await (await shared).pages();
  if (page && page.url() !== "about:blank")
    await page.evaluate("localStorage.clear(); sessionStorage.clear()");
  const agree = (dialog: Dialog) => void dialog.accept();
  page?.on("dialog", agree);
  await page?.goto("about:blank");
  page?.off("dialog", agree);
}

/** Starts the browser with the hub's fonts: without any fonts Chromium doesn't accept typing. */
async function startBrowser(): Promise<Browser> {
  if (!program) throw new Error("There is no browser");
  return puppeteer.launch({
    executablePath: program.path,
    headless: program.shell ? "shell" : true,
    pipe: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
    env: {
      ...buildEnvironment(program),
      FONTCONFIG_FILE: await prepareFonts(folder),
      HOME: folder,
    },
  });
}

/** Sets the page's colour scheme. The page learns of it by an event, later than the browser. */
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

/** Axe would also write selectors for passes, which takes a third of its time. */
const faultsAlone: RunOptions = { resultTypes: ["violations"], selectors: false };
const colourRules = ["color-contrast", "link-in-text-block"];
const structure: RunOptions = {
  ...faultsAlone,
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
};
const colours: RunOptions = { ...faultsAlone, runOnly: colourRules };

/** Text styles that were checked without an error. A plain run checks each style once across all pages. */
const measuredLooks = new Set<string>();

/**
 * Finds a visible element for each text style of a page: its own styles, and the colours and backgrounds behind it. A
 * page has thousands of texts and about a hundred styles. Styles in `measured` are left out.
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
 * Keeps only these elements with their ancestors and descendants in the page. The others become empty elements, because
 * axe measures everything. `others` restores them.
 */
const isolateTextLooks = (measured: Iterable<string>) => `(() => {
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

/** Whether axe is checking a page. It copies elements with their style attributes, which the policy of a page forbids. */
let isChecking = false;

/** Adds the errors in a page's console to `faults`, apart from those about axe's copies. */
export function recordConsoleErrors(page: Page, faults: string[]): void {
  page.on("console", (message) => {
    const isByCheck = isChecking && message.text().startsWith("Applying inline style");
    if (message.type() === "error" && !isByCheck) faults.push(message.text());
  });
}

/** Returns the accessibility errors of a page by axe, in light and dark mode, and duplicate IDs. */
export async function findAxeErrors(page: Page): Promise<string[]> {
  // IDs within Swagger UI are out of scope.
  const faults = await page.$$eval("[id]:not(.swagger-ui *)", (elements) => {
    const ids = elements.map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `twice: #${id}`);
  });
  if (!(await page.evaluate("globalThis.axe !== undefined")))
    await page.evaluate(await axeSource.text());
  await prefer(page, "light");
  faults.push(...(await runAxe(page, "document", structure)));
  // Dark mode only changes colours, but equal styles in one mode can differ in the other.
  for (const scheme of ["light", "dark"] as const) {
    await prefer(page, scheme);
    const looks = (await page.evaluate(isolateTextLooks(measuredLooks))) as string[];
    const found = looks.length > 0 ? await runAxe(page, "({ include: shown })", colours) : [];
    await page.evaluate("for (const [element, empty] of others) empty.replaceWith(element)");
    faults.push(...found.map((fault) => `${scheme}: ${fault}`));
    if (!isFullDepth && found.length === 0) for (const look of looks) measuredLooks.add(look);
  }
  return faults;
}

/** Runs axe on the elements of an expression. */
async function runAxe(page: Page, context: string, options: RunOptions): Promise<string[]> {
  const run = `axe.run(${context}, ${JSON.stringify(options)})`;
  isChecking = true;
  const { violations } = (await page.evaluate(run).finally(() => {
    isChecking = false;
  })) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`);
}
