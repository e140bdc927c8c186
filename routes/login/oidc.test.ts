import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { createServer, type Server } from "node:http";
import { json } from "hub/testing";
import { freePort } from "../../core/testing/free-port.ts";
import { runHub } from "../../core/testing/running-hub.ts";
import { startProxy } from "../../core/testing/stand-in-proxy.ts";

const callback = "/login/oidc/callback";
const port = freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const provider = await startProvider();
const env = {
  PORT: String(port),
  HUB_BASE_URL: baseUrl,
  HUB_OIDC_ISSUER: provider.url,
  HUB_OIDC_CLIENT_ID: "hub",
  HUB_OIDC_CLIENT_SECRET: "a-secret-of-the-client",
};
const hub = await runHub({ ...env, TRUSTED_PROXIES: "127.0.0.1" });
afterAll(async () => {
  await hub.stop();
  provider.server.closeAllConnections();
  provider.server.close();
});

/** Starts an OpenID Connect provider whose people choose their address at the login. */
async function startProvider() {
  const providerPort = freePort();
  const url = `http://127.0.0.1:${providerPort}`;
  // It warns of its own defaults, also later.
  for (const method of ["info", "warn"] as const)
    spyOn(console, method).mockImplementation(() => {});
  // @ts-expect-error It has no types.
  const { default: Provider } = await import("oidc-provider");
  const oidc = new Provider(url, {
    clients: [
      {
        client_id: "hub",
        client_secret: "a-secret-of-the-client",
        redirect_uris: [baseUrl + callback],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith("unverified") }),
    }),
  });
  const server: Server = createServer(oidc.callback());
  await new Promise<void>((resolve) => server.listen(providerPort, "127.0.0.1", resolve));
  return { url, server };
}

/** A browser's cookies. */
class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #from = `198.51.100.${++people}`;

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...init.headers, cookie, "x-forwarded-for": this.#from };
    const answer = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";", 1)[0]?.split("=") ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Logs in at the provider, up to the address of the hub to which it sends the browser. */
  async logInAt(start: string, email: string): Promise<string> {
    let url = start;
    for (let step = 0; step < 12 && !url.startsWith(baseUrl + callback); step++) {
      const answer = await this.fetch(url);
      const location = answer.headers.get("location");
      if (location !== null) {
        url = new URL(location, url).href;
        continue;
      }
      const page = await answer.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? "login";
      const sent = await this.fetch(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ prompt, login: email, password: "any" }).toString(),
      });
      url = new URL(sent.headers.get("location") ?? "", url).href;
    }
    return url;
  }

  /** Begins a login at the hub. Returns the address of the provider. */
  async begin(next = "/account"): Promise<string> {
    const answer = await this.fetch(`${hub.url}/login/oidc?next=${encodeURIComponent(next)}`);
    expect(answer.status).toBe(303);
    return answer.headers.get("location") ?? "";
  }
}

let people = 0;
const codeOf = async (answer: Response) => (await json(answer)).code;
const asJson = { headers: { accept: "application/json" } };

describe("a login with a provider", () => {
  test("opens the account of the verified email address", async () => {
    const browser = new Browser();
    const back = await browser.logInAt(await browser.begin("/status"), "ada@example.com");
    const answer = await browser.fetch(back);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/status");
    expect(answer.headers.get("set-cookie")).toMatch(/^hub_session=hubs_\w+;.*; HttpOnly/);
    const page = await (await browser.fetch(`${hub.url}/account`)).text();
    const csrf = /data-csrf="([^"]+)"/.exec(page)?.[1] ?? "";
    const shown = await browser.fetch(`${hub.url}/api-key`, { headers: { "x-csrf-token": csrf } });
    expect(await json(shown)).toMatchObject({ email: "ada@example.com", kind: "session" });
  });

  test("uses PKCE, a state and a nonce, which differ for each login", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.begin(), await browser.begin()].map(
      (url) => new URL(url).searchParams,
    );
    expect(first?.get("code_challenge_method")).toBe("S256");
    for (const name of ["code_challenge", "state", "nonce"]) {
      expect(first?.get(name)).toHaveLength(43);
      expect(first?.get(name)).not.toBe(second?.get(name) ?? "");
    }
  });

  test("can't be replayed", async () => {
    const browser = new Browser();
    const back = await browser.logInAt(await browser.begin(), "replay@example.com");
    expect((await browser.fetch(back)).status).toBe(303);
    const again = await browser.fetch(back, asJson);
    expect(await codeOf(again)).toBe("login_failed");
    expect(again.headers.get("set-cookie")).toBeNull();
  });

  test("can't be finished in another browser, as a login into the account of an attacker", async () => {
    const attacker = new Browser();
    const back = await attacker.logInAt(await attacker.begin(), "attacker@example.com");
    expect(await codeOf(await new Browser().fetch(back, asJson))).toBe("login_failed");
    const victim = new Browser();
    await victim.begin();
    expect(await codeOf(await victim.fetch(back, asJson))).toBe("login_failed");
  });

  test("is refused without a verified address", async () => {
    const browser = new Browser();
    const back = await browser.logInAt(await browser.begin(), "unverified@example.com");
    const answer = await browser.fetch(back, asJson);
    expect(await json(answer)).toMatchObject({
      status: 403,
      detail: "Cannot log in: the login provider has no verified email address for you",
    });
  });

  test("opens no page of another host", async () => {
    const browser = new Browser();
    const back = await browser.logInAt(await browser.begin("//evil.example"), "ada@example.com");
    expect((await browser.fetch(back)).headers.get("location")).toBe("/account");
  });

  test("shows what the provider refused, without its words", async () => {
    const browser = new Browser();
    const { searchParams } = new URL(await browser.begin());
    const refused = `?error=access_denied&error_description=hacked&state=${searchParams.get("state")}`;
    const answer = await browser.fetch(`${hub.url}${callback}${refused}`, asJson);
    expect((await json(answer)).detail).toBe(
      "Cannot log in: the login provider did not confirm it",
    );
  });
});

test("a hub whose provider is down says so", async () => {
  const other = await runHub({ ...env, PORT: "0", HUB_OIDC_ISSUER: "http://127.0.0.1:1" });
  try {
    const answer = await other.get("/login/oidc", { accept: "application/json" });
    expect(await json(answer)).toMatchObject({ status: 503, code: "upstream_unavailable" });
  } finally {
    await other.stop();
  }
});

test("a hub without a provider refuses the login", async () => {
  const other = await runHub();
  try {
    expect(await (await other.get("/login")).text()).not.toContain("/login/oidc");
    expect((await other.get("/login/oidc")).status).toBe(501);
  } finally {
    await other.stop();
  }
});

test.each([
  ["HUB_OIDC_CLIENT_ID", { HUB_OIDC_ISSUER: "https://login.example", HUB_BASE_URL: baseUrl }],
  ["https:// URL", { ...env, HUB_OIDC_ISSUER: "http://login.example" }],
  ["HUB_OFFLINE", { ...env, HUB_OIDC_ISSUER: "https://login.example", HUB_OFFLINE: "1" }],
])("a wrong setting of the provider ends the start with %s", async (text, settings) => {
  await expect(runHub(settings as Record<string, string>)).rejects.toThrow(text);
});

test("a provider on another machine is reached through the outbound proxy, but for NO_PROXY", async () => {
  const proxy = await startProxy(port);
  proxy.status = "403 Forbidden";
  const issuer = { HUB_OIDC_ISSUER: "https://login.invalid:8443", HTTPS_PROXY: proxy.url };
  for (const direct of ["", "login.invalid"]) {
    const other = await runHub({ ...env, PORT: "0", ...issuer, NO_PROXY: direct });
    const answer = await other.get("/login/oidc");
    expect([answer.status, (await json(answer)).code]).toEqual([503, "upstream_unavailable"]);
    await other.stop();
  }
  expect(proxy.asked.map((head) => head.split("\r\n", 1)[0])).toEqual([
    "CONNECT login.invalid:8443 HTTP/1.1",
  ]);
  proxy.stop();
});
