import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findCode, waitForMails } from "../../../testing/outbox.ts";
import { findAxeErrors, getPage, lacksBrowser, leavePage } from "../../../testing/page-browser.ts";
import { dataFolder, runHub } from "../../../testing/running-hub.ts";

describe.skipIf(lacksBrowser)("a person without a key, in a browser,", () => {
  const folder = dataFolder();
  const outbox = `${folder.path}/outbox`;
  let hub: Awaited<ReturnType<typeof runHub>>;
  beforeAll(async () => {
    hub = await runHub({ HUB_MAIL_OUTBOX: outbox });
  });
  afterAll(async () => {
    await leavePage();
    await hub?.stop();
    folder.remove();
  });

  test("logs in by mail, creates a key with one click, and logs out", async () => {
    const page = await getPage();
    await page.goto(`${hub.url}/login?next=/account`);
    expect(await findAxeErrors(page)).toEqual([]);
    await page.locator("#email").fill("ada@example.com");
    await page.locator("form.card button").click();
    await page.waitForSelector("#code");
    const [mail] = await waitForMails(outbox, "ada@example.com", 1);
    const values = new URLSearchParams({ email: "ada@example.com", code: findCode(mail) });
    await page.goto(`${hub.url}/login/verify#${values}`);
    expect(page.url()).not.toContain("#");
    await page.locator("#log-in button").click();
    await page.waitForSelector("#account:not([hidden]) #quick-key:not([hidden])");
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.locator("#quick-key").click();
    await page.waitForSelector("#new-key code");
    const key = await page.$eval("#new-key code", ({ textContent }) => textContent ?? "");
    expect((await hub.get("/api-key", { "x-api-key": key })).status).toBe(200);
    expect(await page.$eval("#sessions", ({ textContent }) => textContent)).toContain(
      "this browser",
    );
    expect(await findAxeErrors(page)).toEqual([]);
    await page.locator("#new-key .actions .plain:last-child").click();
    await page.locator("#log-out").click();
    await page.waitForSelector("#sign-in:not([hidden])");
    await page.reload();
    await page.waitForSelector("#sign-in:not([hidden])");
    expect(await page.$eval("#sign-in", (form) => form.hasAttribute("data-csrf"))).toBe(false);
  });

  test("adds a passkey, and logs in with it once per response", async () => {
    const page = await getPage();
    // The name of this machine, because passkeys belong to a host name.
    const site = hub.url.replace("127.0.0.1", "localhost");
    const client = await page.createCDPSession();
    await client.send("WebAuthn.enable");
    const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const email = "grace@example.com";
    const key = await hub.key(email);
    await hub.post("/login", { email });
    const [mail] = await waitForMails(outbox, email, 1);
    await page.goto(`${site}/login/verify#${new URLSearchParams({ email, code: findCode(mail) })}`);
    await page.locator("#log-in button").click();
    await page.waitForSelector("#passkeys-of:not([hidden])");
    await page.locator("#add-passkey").click();
    await page.waitForSelector("#passkeys li");
    expect(await findAxeErrors(page)).toEqual([]);
    await page.locator("#log-out").click();
    await page.waitForSelector("#sign-in:not([hidden])");

    await page.goto(`${site}/login`);
    const posted = page.waitForRequest((request) => request.url().endsWith("/login/passkey"));
    await page.locator("#passkey").click();
    const body = (await posted).postData() ?? "";
    await page.waitForSelector("#account:not([hidden])");
    expect(await page.$eval("#facts", ({ textContent }) => textContent)).toContain("by passkey");

    const headers = { "content-type": "application/json" };
    const send = (text: string) =>
      fetch(`${site}/login/passkey`, { method: "POST", headers, body: text });
    const replayed = await send(body);
    expect(await replayed.json()).toMatchObject({ code: "login_failed", status: 403 });
    expect(replayed.headers.get("set-cookie")).toBeNull();
    // A leaked key must not open the account again after it is revoked.
    const response = { id: "AQIDBA" };
    const added = await hub.post(
      "/api-key/passkeys",
      { name: "a", response },
      { "x-api-key": key },
    );
    expect(await added.json()).toMatchObject({ code: "key_restricted" });
    await client.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    await client.detach();
  });
});
