import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import type { Page } from "puppeteer-core";
import {
  findAxeErrors,
  getPage,
  lacksBrowser,
  leavePage,
  paste,
} from "../../../testing/page-browser.ts";
import { operatorToken } from "../../../testing/page-hub.ts";
import { pluginFolder, removePluginFolders } from "../../../testing/plugin-folder.ts";
import { runHub } from "../../../testing/running-hub.ts";

/** Reads everything that a page of the hub could have stored, and shows it as the title. */
const reader = `
const told = [];
for (const [name, read] of Object.entries({
  session: () => JSON.stringify(sessionStorage),
  local: () => JSON.stringify(localStorage),
  opener: () => JSON.stringify(opener.sessionStorage),
  parent: () => parent === window ? "none" : JSON.stringify(parent.sessionStorage),
}))
  try { told.push(name + "=" + read()); } catch (error) { told.push(name + ":" + error.name); }
document.documentElement.setAttribute("data-told", "origin=" + origin + " " + told.join(" "));
`;

const spy = {
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Spy", summary: "Reads what it can.",
  public: { "/spy/:kind": "spy.get" },
});`,
  "public/spy.get.ts": `import { binary, oneOf, reply, t } from "hub";
import spy from "../plugin.ts";
const script = ${JSON.stringify(reader)};
const documents = {
  "text/html": "<!doctype html><title>Spy</title><h1>Spy</h1><script>" + script + "</script>",
  "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"><script>' + script + "</script></svg>",
  "application/xhtml+xml": '<html xmlns="http://www.w3.org/1999/xhtml"><body><script>' + script + "</script></body></html>",
};
const types = { html: "text/html", svg: "image/svg+xml", xhtml: "application/xhtml+xml" } as const;
export default spy.route({
  summary: "Read what it can",
  params: t.Object({ kind: oneOf(["html", "svg", "xhtml"], { description: "The media type" }) }),
  response: binary("text/html", "image/svg+xml", "application/xhtml+xml"),
  example: { params: { kind: "html" } },
  handler: ({ params }) => reply(documents[types[params.kind]], {
    type: types[params.kind],
    // Browsers apply the strictest of both.
    headers: { "content-security-policy": "sandbox allow-scripts allow-same-origin" },
  }),
});`,
};

describe.skipIf(lacksBrowser)("a visitor, in a browser,", () => {
  let hub: Awaited<ReturnType<typeof runHub>>;
  let key: string;
  beforeAll(async () => {
    hub = await runHub({
      HUB_PLUGINS: dirname(pluginFolder(spy, "spy")),
      HUB_OFFLINE: "1",
      HUB_ADMIN_TOKEN: operatorToken,
      HUB_TIERS: "free=1000/10000",
    });
    key = await hub.key();
  });
  afterAll(async () => {
    await leavePage();
    await hub.stop();
    removePluginFolders();
  });

  const documentation = "/documentation/qr/get-generate";
  const readStorage = (page: Page) =>
    page.evaluate("JSON.stringify([sessionStorage, localStorage, document.cookie])");
  const readField = (page: Page) =>
    page.$eval("#page-key", (field) => (field as unknown as { value: string }).value);
  const readState = (page: Page) => page.$eval(".key-state", ({ textContent }) => textContent);
  const isSignedIn = (page: Page) => page.waitForSelector("#account:not([hidden])");

  async function open(path: string): Promise<Page> {
    const page = await getPage();
    await page.goto(hub.url + path);
    return page;
  }

  /** Opens a page in a new window state and has it remember the key. */
  async function remember(): Promise<Page> {
    const page = await open(documentation);
    await paste(page, "#page-key", key);
    await page.click("#key-form [name=remember]");
    expect(await readState(page)).toBe("Remembered until you close this tab");
    return page;
  }

  test("has a key forgotten with the page, unless they ask for more", async () => {
    const page = await open(documentation);
    await paste(page, "#page-key", key);
    expect(await readStorage(page)).not.toContain(key);
    await page.reload();
    expect(await readField(page)).toBe("");
  });

  test("has a key remembered after reloads, on all pages that use one, until they forget it", async () => {
    const page = await remember();
    expect(await findAxeErrors(page)).toEqual([]);
    await page.reload();
    expect(await readField(page)).toBe(key);
    const sample = await page.$eval(".samples pre", ({ textContent }) => textContent);
    expect(sample).toContain(key);

    await page.goto(`${hub.url}/account`);
    await isSignedIn(page);
    await page.click("#forget");
    await page.waitForSelector("#sign-in:not([hidden])");
    expect(await readStorage(page)).not.toContain(key);
    await page.goto(hub.url + documentation);
    expect(await readField(page)).toBe("");
  });

  test("forgets it on the documentation page, and the account page asks for it again", async () => {
    const page = await remember();
    await page.click("#key-form [name=forget]");
    expect(await readState(page)).toBe("Key forgotten");
    expect(await readField(page)).toBe("");
    expect(await readStorage(page)).not.toContain(key);
    await page.goto(`${hub.url}/account`);
    expect(await page.$eval("#sign-in", (form) => form.hasAttribute("hidden"))).toBe(false);
  });

  test("signs in to the account with the new key after a rotation", async () => {
    const first = await hub.key();
    const page = await open("/account");
    await paste(page, "#sign-in [name=api_key]", first);
    await page.click("#sign-in [name=remember]");
    await page.click("#sign-in button");
    await isSignedIn(page);
    await page.click("#rotate button");
    await page.waitForSelector("#new-key code");
    const next = await page.$eval("#new-key code", ({ textContent }) => textContent ?? "");
    expect(next).not.toBe(first);
    expect(await readStorage(page)).toContain(next);
    expect(await readStorage(page)).not.toContain(first);
  });

  test("has a key forgotten that no longer works", async () => {
    const gone = await hub.key();
    const page = await open("/account");
    await paste(page, "#sign-in [name=api_key]", gone);
    await page.click("#sign-in [name=remember]");
    await page.click("#sign-in button");
    await isSignedIn(page);
    await fetch(`${hub.url}/api-key`, { method: "DELETE", headers: { "x-api-key": gone } });
    await page.click("#refresh");
    await page.waitForSelector("#sign-in:not([hidden])");
    expect(await readStorage(page)).not.toContain(gone);
  });

  test.each([operatorToken, "not a key", "hub_short"])(
    "has nothing remembered but API keys: not %j",
    async (text) => {
      const page = await open(documentation);
      await page.click("#key-form [name=remember]");
      await paste(page, "#page-key", text);
      expect(await readState(page)).toBe("Not remembered: this is not an API key");
      expect(await readStorage(page)).not.toContain(text);
    },
  );

  test("has no operator token stored by the operator's page", async () => {
    const page = await open("/admin");
    await paste(page, "[name=token]", operatorToken);
    await page.click("form button");
    await page.waitForSelector("#admin:not([hidden])");
    expect(await readStorage(page)).not.toContain(operatorToken);
    expect(await page.evaluate("typeof keyStore")).toBe("undefined");
  });

  test.each(["html", "svg", "xhtml"])(
    "opens %s of a service in the same tab, whose script can't read the key",
    async (kind) => {
      const page = await remember();
      await page.goto(`${hub.url}/spy/${kind}`);
      const told = await page.waitForFunction("document.documentElement.dataset.told");
      expect(await told.jsonValue()).toBe(
        "origin=null session:SecurityError local:SecurityError opener:TypeError parent=none",
      );
      await page.goto(hub.url + documentation);
      expect(await readField(page)).toBe(key);
    },
  );

  test("opens a captured HTML response, whose script doesn't run", async () => {
    const page = await remember();
    await page.goto(`${hub.url}/documentation/answers/getSpyByKind`);
    expect(await page.title()).toBe("Spy");
    expect(await page.evaluate("origin + document.documentElement.dataset.told")).toBe(
      "nullundefined",
    );
    await page.goto(hub.url + documentation);
    expect(await readField(page)).toBe(key);
  });

  test("opens HTML of a service from a page that knows the key, which it can't read as its opener", async () => {
    const page = await remember();
    const opened = new Promise<Page>((resolve) =>
      page.once("popup", (popup) => resolve(popup as Page)),
    );
    await page.evaluate("void open('/spy/html')");
    const popup = await opened;
    const told = await popup.waitForFunction("document.documentElement.dataset.told");
    const text = await told.jsonValue();
    await popup.close();
    expect(text).toBe(
      "origin=null session:SecurityError local:SecurityError opener:SecurityError parent=none",
    );
  });
});
