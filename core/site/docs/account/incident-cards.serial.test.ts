import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { dirname } from "node:path";
import { json } from "hub/testing";
import type { Page } from "puppeteer-core";
import { getPage, lacksBrowser, leavePage, paste } from "../../../testing/page-browser.ts";
import { pluginFolder, removePluginFolders } from "../../../testing/plugin-folder.ts";
import { runHub } from "../../../testing/running-hub.ts";

const token = "operators-own-token-1";

describe.skipIf(lacksBrowser)("from the admin page alone, with at most three clicks,", () => {
  /** An upstream that always fails. */
  const dead = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("no", { status: 500 }),
  });
  let hub: Awaited<ReturnType<typeof runHub>>;
  let page: Page;
  let clicks = 0;
  const keys: Record<string, string> = {};

  beforeAll(async () => {
    const asking = pluginFolder(
      {
        "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Asking", summary: "Asks.", permissions: { net: ["api.example"] } });`,
        "routes/ask.get.ts": `import { t } from "hub";
import asking from "../plugin.ts";
export default asking.route({
  summary: "Ask", response: t.Any(), example: {}, cache: "never",
  handler: ({ net }) => net.read("https://api.example/", (answer) => answer.text()),
});`,
        "datasets/prices.ts": `import asking from "../plugin.ts";
export default asking.dataset({
  title: "Prices", licence: "CC0-1.0", attribution: "Nobody", homepage: "https://api.example",
  isDue: () => true,
  download: async () => { throw new Error("The publisher is gone"); },
  check: () => ({ build_date: "2020-01-02", entries: 1 }),
});`,
      },
      "asking",
    );
    const odd = pluginFolder({ "plugin.ts": "export default 1;" }, "odd");
    hub = await runHub({
      HUB_ADMIN_TOKEN: token,
      HUB_PLUGINS: `${dirname(asking)}:${dirname(odd)}`,
      HUB_TRUST: "asking",
      HUB_UPSTREAMS: `api.example=http://127.0.0.1:${dead.port}`,
      HUB_JOBS_QUEUE: "7",
    });
    for (const name of ["abuser", "leaked", "lost"])
      keys[name] = await hub.key(`${name}@example.com`);
    const headers = { "x-api-key": keys.abuser ?? "" };
    for (let calls = 0; calls < 3; calls++) await hub.get("/api/asking/ask", headers);
    for (let calls = 0; calls < 3; calls++) await hub.get("/api/dev/hash/md5?text=a", headers);
    await Bun.sleep(1500);
    page = await getPage();
    await page.goto(`${hub.url}/admin`);
    await paste(page, "#sign-in [name=token]", token);
    await page.locator("#sign-in button").click();
    await page.waitForSelector("#admin:not([hidden])");
  });
  afterAll(async () => {
    await leavePage();
    await hub?.stop();
    await dead.stop(true);
    removePluginFolders();
  });

  async function click(selector: string): Promise<void> {
    clicks++;
    await page.locator(selector).click();
  }
  const press = (place: string, name: string) =>
    click(`xpath/.//*[@id="${place}"]//button[normalize-space()="${name}"]`);
  const confirm = (name: string) => click(`xpath/.//button[normalize-space()="${name}"]`);
  const shows = (selector: string, text: string) =>
    page.waitForFunction(
      `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`,
      { timeout: 10_000 },
    );
  const call = (key = "") => hub.get("/api/dev/hash/md5?text=a", { "x-api-key": key });

  const cards: Record<string, () => Promise<unknown>> = {
    async "an abuser is found and suspended"() {
      await shows("#groups tbody tr", "account_1");
      await press("groups", "Suspend");
      await confirm("Suspend it");
      await shows("#said", "Account suspended");
      expect((await call(keys.abuser)).status).toBe(403);
    },
    async "a leaked key is found by its first letters and revoked"() {
      await paste(page, "#search [name=q]", keys.leaked?.slice(0, 16) ?? "");
      await page.keyboard.press("Enter");
      await press("found", "leaked@example.com");
      await shows("#account h3", "leaked@example.com");
      await press("account", "Revoke");
      await confirm("Revoke it");
      await shows("#said", "Key revoked");
      expect((await call(keys.leaked)).status).toBe(401);
    },
    async "an account that lost its key gets another"() {
      await click("#issue summary");
      await paste(page, "#issue [name=email]", "lost@example.com");
      await press("issue", "Issue a key");
      await shows("#issue .result", "Copy it now");
      const key = await page.$eval("#issue .result code", ({ textContent }) => textContent ?? "");
      const { email } = await json(await hub.get("/api-key", { "x-api-key": key }));
      expect(email).toBe("lost@example.com");
    },
    async "a dead upstream is named, with its services and the last error"() {
      await shows("#components", "host api.example");
      await shows("#components", "It responded with 500");
      await shows("#components", "service asking");
    },
    async "a failed request has its cause by its id"() {
      const failed = await hub.get("/api/asking/ask", { "x-api-key": keys.lost ?? "" });
      await paste(page, "#request-search [name=request_id]", failed.headers.get("x-request-id")!);
      await press("request-search", "Show");
      await page.waitForFunction('document.querySelectorAll("#failures tbody tr").length === 1');
      await shows("#failures", "upstream_");
    },
    async "a bad plugin is named with its file"() {
      await shows("#about", "odd could not be loaded");
    },
    async "data that can't be updated is named, and the update shows why"() {
      await click('[data-dataset="asking/prices"] button');
      await shows("#datasets", "The publisher is gone");
    },
    async "a queue is shown with its wait"() {
      await shows("#jobs", "Jobs: shared");
      await shows("#jobs", "Longest wait");
    },
    async "a wrong setting is shown with its value"() {
      await click("#about details:last-of-type summary");
      await shows("#about details[open]", "HUB_JOBS_QUEUE");
      await shows("#about details[open]", "7");
    },
    async "a hub with a failing store or certificate is drained"() {
      await press("steer", "Drain");
      await confirm("Drain it");
      await shows("#jobs", "Draining since");
      expect((await hub.get("/readyz")).status).toBe(503);
    },
  };

  test.each(Object.entries(cards))("%s", async (_, solve) => {
    clicks = 0;
    await solve();
    expect(clicks).toBeLessThanOrEqual(3);
  });
});
