import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { json } from "hub/testing";
import type { Page } from "puppeteer-core";
import { startObjectStore } from "../../../testing/object-store.ts";
import { getPage, lacksBrowser, leavePage, paste } from "../../../testing/page-browser.ts";
import { pluginFolder, removePluginFolders } from "../../../testing/plugin-folder.ts";
import { runHub } from "../../../testing/running-hub.ts";

const token = "operators-own-token-1";

describe.skipIf(lacksBrowser || Bun.which("openssl") === null)(
  "from the admin page alone, with at most three clicks,",
  () => {
    /** An upstream that always fails, and a publisher of data that recovers. */
    let isPublished = false;
    const dead = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) =>
        url.endsWith("/prices") && isPublished
          ? new Response("apple 1")
          : new Response("no", { status: 500 }),
    });
    /** A host with a untrusted certificate. */
    let untrusted: Bun.Server<undefined> | undefined;
    let refused: Response | undefined;
    const objects = startObjectStore();
    const odd = pluginFolder({ "plugin.ts": "export default 1;" }, "odd");
    let hub: Awaited<ReturnType<typeof runHub>>;
    let page: Page;
    let clicks = 0;
    const keys: Record<string, string> = {};

    beforeAll(async () => {
      const [key, cert] = [`${dirname(odd)}/key.pem`, `${dirname(odd)}/cert.pem`];
      await Bun.$`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ${key} -out ${cert} -days 2 -subj /CN=secure.example`.quiet();
      untrusted = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        tls: { key: Bun.file(key), cert: Bun.file(cert) },
        fetch: () => new Response("secret"),
      });
      const asking = pluginFolder(
        {
          "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({ title: "Asking", summary: "Asks.", permissions: { net: ["api.example", "data.example", "secure.example"] } });`,
          "routes/ask.get.ts": `import { t } from "hub";
import asking from "../plugin.ts";
export default asking.route({
  summary: "Ask", response: t.Any(), example: {}, cache: "never",
  handler: ({ net }) => net.read("https://api.example/", (answer) => answer.text()),
});`,
          "routes/secure.get.ts": `import { t } from "hub";
import asking from "../plugin.ts";
export default asking.route({
  summary: "Ask securely", response: t.Any(), example: {}, cache: "never",
  handler: ({ net }) => net.read("https://secure.example/", (answer) => answer.text()),
});`,
          "datasets/prices.ts": `import asking from "../plugin.ts";
export default asking.dataset({
  title: "Prices", licence: "CC0-1.0", attribution: "Nobody", homepage: "https://api.example",
  isDue: () => true,
  download: async ({ net }) => ({
    prices: await net.read("https://data.example/prices", async (answer) => {
      
      return new Uint8Array(await answer.arrayBuffer());
    }),
  }),
  check: () => ({ build_date: "2020-01-02", entries: 1 }),
});`,
        },
        "asking",
      );
      hub = await runHub({
        HUB_ADMIN_TOKEN: token,
        HUB_PLUGINS: `${dirname(asking)}:${dirname(odd)}`,
        HUB_TRUST: "asking",
        HUB_UPSTREAMS: `api.example=http://127.0.0.1:${dead.port},data.example=http://127.0.0.1:${dead.port},secure.example=https://127.0.0.1:${untrusted.port}`,
        HUB_OBJECTS_URL: objects.url,
        HUB_TIERS: "free=1000/10000,gold=1/10000",
      });
      for (const name of ["abuser", "leaked", "lost"])
        keys[name] = await hub.key(`${name}@example.com`);
      const headers = { "x-api-key": keys.abuser ?? "" };
      for (let calls = 0; calls < 3; calls++) await hub.get("/api/asking/ask", headers);
      for (let calls = 0; calls < 3; calls++) await hub.get("/api/dev/hash/md5?text=a", headers);
      refused = await hub.get("/api/asking/secure", headers);
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
      await untrusted?.stop(true);
      await objects.stop();
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

    const startJob = () =>
      hub.post(
        "/api/qr/batch",
        { items: [{ data: "a" }] },
        { "x-api-key": keys.lost ?? "", prefer: "respond-async" },
      );

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
      async "a dead upstream is named with the last error, and its service paused"() {
        await shows("#components", "host api.example");
        await shows("#components", "It responded with 500");
        await press("components", "Pause");
        await confirm("Pause it");
        await shows("#said", "Applied to asking");
        const answer = await hub.get("/api/asking/ask", { "x-api-key": keys.lost ?? "" });
        expect(await json(answer)).toMatchObject({ status: 503, code: "endpoint_paused" });
        await press("rule-list", "Remove");
        await shows("#said", "Removed from asking");
      },
      async "a certificate that isn't trusted is the cause of a failure, and its route paused"() {
        const headers = { "x-api-key": keys.lost ?? "" };
        await page.select("#request-search [name=by]", "route");
        await paste(
          page,
          "#request-search [name=request_id]",
          refused?.headers.get("x-request-id") ?? "",
        );
        await page.keyboard.press("Enter");
        await page.waitForFunction('document.querySelectorAll("#failures tbody tr").length === 1');
        await shows("#failures", "certificate");
        await click('[aria-label="Pause GET /api/asking/secure"]');
        await confirm("Pause it");
        await shows("#said", "Applied to GET /api/asking/secure");
        expect((await json(await hub.get("/api/asking/secure", headers))).code).toBe(
          "endpoint_paused",
        );
      },
      async "a bad plugin is named with its file, and serves once it is mended"() {
        await shows("#about", "odd could not be loaded");
        writeFileSync(
          `${odd}/plugin.ts`,
          'import { definePlugin } from "hub"; export default definePlugin({ title: "Odd", summary: "Greets." });',
        );
        await press("steer", "Reload plugins and tiers");
        await shows("#said", "Failed: 0");
        const headers = { "x-api-key": keys.lost ?? "" };
        expect((await hub.get("/api/odd/greet?name=Ada", headers)).status).toBe(200);
      },
      async "data that can't be updated is named with the reason, and updated once it can"() {
        await click('[data-dataset="asking/prices"] button');
        await shows("#datasets", "it responded with 500");
        isPublished = true;
        await click('[data-dataset="asking/prices"] button');
        await shows("#datasets", "updated, took");
      },
      async "a limit that is set wrongly is replaced without a restart"() {
        const issued = { email: "gold@example.com", tier: "gold" };
        const operator = { authorization: `Bearer ${token}` };
        const { api_key } = await json(await hub.post("/admin/api/keys", issued, operator));
        await call(api_key);
        expect((await call(api_key)).status).toBe(429);
        await click("#rule summary");
        await page.select("#rule [name=kind]", "tier");
        await paste(page, "#rule [name=subject]", "gold");
        await paste(page, "#rule [name=per_minute]", "50");
        await press("rule", "Apply");
        await shows("#said", "Applied to gold");
        expect((await call(api_key)).status).toBe(200);
      },
      async "a full disk is named, and the hub drained so that another one takes its work"() {
        objects.state.fault = { status: 507, isOfWrites: true };
        expect((await startJob()).status).toBe(503);
        await page.click("#refresh");
        clicks++;
        await shows("#components", "full");
        await press("steer", "Drain");
        await confirm("Drain it");
        await shows("#jobs", "Draining since");
        expect((await hub.get("/readyz")).status).toBe(503);
      },
      async "a queue that stands still is shown with what holds it, and goes on"() {
        objects.state.fault = undefined;
        const { links } = await json(await startJob());
        await shows("#jobs", "Draining since");
        await press("steer", "Stop draining");
        await shows("#said", "Draining stopped");
        const headers = { "x-api-key": keys.lost ?? "" };
        const path = new URL(links.self, hub.url).pathname;
        while ((await json(await hub.get(path, headers))).status !== "succeeded")
          await Bun.sleep(50);
      },
    };

    test.each(Object.entries(cards))("%s", async (_, solve) => {
      clicks = 0;
      await solve();
      expect(clicks).toBeLessThanOrEqual(3);
    });
  },
);
