import { afterAll, describe, expect, test } from "bun:test";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { json } from "hub/testing";
import { logInByMail } from "../../core/testing/log-in.ts";
import { newAddress } from "../../core/testing/page-hub.ts";
import { dataFolder, runHub } from "../../core/testing/running-hub.ts";

const folder = dataFolder();
const outbox = `${folder.path}/outbox`;
const hub = await runHub({ HUB_MAIL_OUTBOX: outbox, TRUSTED_PROXIES: "127.0.0.1" });
afterAll(async () => {
  await hub.stop();
  folder.remove();
});

const redirectUri = "http://127.0.0.1:1/callback";
const verifier = "a".repeat(43);
const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
let people = 0;
const logIn = (email = `oauth${people++}@example.com`) => logInByMail(hub, outbox, email);
type Person = Awaited<ReturnType<typeof logIn>>;

/** The provider of a client, which remembers what the SDK gives it. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = { client_name: "The <b>editor</b>", redirect_uris: [redirectUri] };
  readonly #kept: { client?: unknown; tokens?: unknown; verifier?: string } = {};
  url: URL | undefined;
  clientInformation() {
    return this.#kept.client as never;
  }
  saveClientInformation(client: unknown) {
    this.#kept.client = client;
  }
  tokens() {
    return this.#kept.tokens as never;
  }
  saveTokens(tokens: unknown) {
    this.#kept.tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.url = url;
  }
  saveCodeVerifier(text: string) {
    this.#kept.verifier = text;
  }
  codeVerifier() {
    return this.#kept.verifier ?? "";
  }
}

function post(path: string, body: object, headers: Record<string, string> = newAddress()) {
  return fetch(hub.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(body as Record<string, string>).toString(),
  });
}

/** Submits the form of the consent page. */
async function decide(person: Person, query: URLSearchParams, decision = "allow") {
  const { csrf, reading } = person;
  return post("/oauth/authorize", { ...wanted(query), csrf, decision }, reading);
}

const names = ["client_id", "redirect_uri", "response_type", "code_challenge", "state"];
const wanted = (query: URLSearchParams) =>
  Object.fromEntries(
    [...query].filter(([name]) => [...names, "code_challenge_method"].includes(name)),
  );

async function register(redirect_uris = [redirectUri]) {
  const answer = await fetch(`${hub.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Editor", redirect_uris }),
  });
  return { status: answer.status, ...(await json(answer)) };
}

/** Returns the parameters of a request of a new client, with changes. */
async function createRequest(changes: Record<string, string> = {}): Promise<URLSearchParams> {
  const { client_id } = await register();
  return new URLSearchParams({
    client_id,
    redirect_uri: redirectUri,
    response_type: "code",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "as sent",
    ...changes,
  });
}

async function approve(person: Person, query: URLSearchParams) {
  const location = (await decide(person, query)).headers.get("location") ?? "";
  const code = new URL(location).searchParams.get("code") ?? "";
  return {
    grant_type: "authorization_code",
    code,
    redirect_uri: query.get("redirect_uri") ?? "",
    client_id: query.get("client_id") ?? "",
    code_verifier: verifier,
  };
}

const authorize = (query: URLSearchParams, headers: Record<string, string> = newAddress()) =>
  fetch(`${hub.url}/oauth/authorize?${query}`, { headers, redirect: "manual" });

test("the client of the official SDK registers, asks its person, and calls an endpoint", async () => {
  const provider = new Provider();
  const address = new URL(`${hub.url}/mcp`);
  const connect = async () => {
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(address, { authProvider: provider });
    await client.connect(transport);
    return { client, transport };
  };
  const call = { name: "call_endpoint", arguments: { name: "dev-hash", arguments: {} } };
  const { client, transport } = await connect();
  expect((await client.listTools()).tools).toHaveLength(3);
  await expect(client.callTool(call)).rejects.toThrow("Unauthorized");
  const { url } = provider;
  expect(url?.origin).toBe(hub.url);
  const person = await logIn("sdk@example.com");
  const page = await (await authorize(url?.searchParams as URLSearchParams, person.reading)).text();
  expect(page).toContain("The &lt;b&gt;editor&lt;/b&gt;");
  const sent = await decide(person, url?.searchParams as URLSearchParams);
  const back = new URL(sent.headers.get("location") ?? "");
  await transport.finishAuth(back.searchParams.get("code") ?? "");
  await client.close();
  const again = await connect();
  const { content } = await again.client.callTool(call);
  // The call reaches the endpoint, which is unknown here.
  expect(JSON.stringify(content)).not.toContain("missing_api_key");
  await again.client.close();
  const { keys } = await json(await hub.get("/api-key/keys", person.headers));
  expect(keys[0]).toMatchObject({ name: "The <b>editor</b>", may_manage_keys: false });
  expect(keys[0].expires_at).not.toBeNull();
});

describe("a request for access", () => {
  test("asks people to log in first, and comes back", async () => {
    const query = await createRequest();
    const to = (await authorize(query)).headers.get("location") ?? "";
    expect(new URL(to, hub.url).searchParams.get("next")).toBe(`/oauth/authorize?${query}`);
  });

  test.each([
    ["client_id", "made.up"],
    ["redirect_uri", "https://evil.example/callback"],
    ["redirect_uri", "http://127.0.0.1:1/callback/../other"],
    ["response_type", "token"],
    ["code_challenge_method", "plain"],
  ])("with the %s %s is shown as an error, and never redirected", async (name, value) => {
    const person = await logIn();
    const query = await createRequest({ [name]: value });
    const shown = await authorize(query, person.reading);
    expect([shown.status, shown.headers.get("location")]).toEqual([400, null]);
    const sent = await decide(person, query);
    expect([sent.status, sent.headers.get("location")]).toEqual([400, null]);
  });

  test("of a program on this machine may use any port", async () => {
    const query = await createRequest({ redirect_uri: "http://127.0.0.1:5555/callback" });
    expect((await authorize(query, (await logIn()).reading)).status).toBe(200);
  });

  test("isn't approved without the token of the page, or by a page of another origin", async () => {
    const person = await logIn();
    const query = await createRequest();
    for (const changed of [
      { ...person, csrf: "wrong" },
      { ...person, csrf: (await logIn()).csrf },
      { ...person, reading: { ...person.reading, "sec-fetch-site": "cross-site" } },
    ])
      expect((await decide(changed, query)).status).toBe(403);
  });

  test("can't be framed, and its page allows only the redirect of the client", async () => {
    const { reading } = await logIn();
    const policy = (await authorize(await createRequest(), reading)).headers.get(
      "content-security-policy",
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http://127.0.0.1:1");
  });

  test("that is denied gives no code", async () => {
    const sent = await decide(await logIn(), await createRequest(), "deny");
    const { searchParams } = new URL(sent.headers.get("location") ?? "");
    expect([...searchParams]).toEqual([
      ["error", "access_denied"],
      ["state", "as sent"],
    ]);
  });
});

describe("a code", () => {
  test("gives one token, which calls services and doesn't manage the account", async () => {
    const body = await approve(await logIn(), await createRequest());
    const token = await json(await post("/oauth/token", body));
    expect(token).toMatchObject({ token_type: "Bearer", expires_in: 7_776_000 });
    const bearer = { authorization: `Bearer ${token.access_token}`, ...newAddress() };
    expect((await hub.get("/api/dev/hash/md5?text=a", bearer)).status).toBe(200);
    expect((await hub.get("/api-key/keys", bearer)).status).toBe(403);
    const again = await post("/oauth/token", body);
    expect([again.status, await again.text()]).toEqual([400, '{"error":"invalid_grant"}']);
  });

  test.each([
    ["code_verifier", "b".repeat(43)],
    ["redirect_uri", "http://127.0.0.1:2/callback"],
    ["client_id", "made.up"],
    ["code", "made.up"],
    ["grant_type", "password"],
  ])("is worthless with the %s %s", async (name, value) => {
    const body = await approve(await logIn(), await createRequest());
    const answer = await post("/oauth/token", { ...body, [name]: value });
    expect(answer.status).toBe(400);
  });

  test("is worthless to another client", async () => {
    const body = await approve(await logIn(), await createRequest());
    const { client_id } = await register(["https://other.example/callback"]);
    expect((await post("/oauth/token", { ...body, client_id })).status).toBe(400);
  });

  test("is worthless after the logout of the person who approved", async () => {
    const person = await logIn();
    const body = await approve(person, await createRequest());
    await fetch(`${hub.url}/api-key`, { method: "DELETE", headers: person.headers });
    expect((await post("/oauth/token", body)).status).toBeGreaterThanOrEqual(400);
  });
});

test.each([
  "http://evil.example/callback",
  "javascript:alert(1)",
  "https://a.example/#fragment",
  "not a URL",
])("a client can't register the redirect %s", async (uri) => {
  expect(await register([uri])).toMatchObject({ status: 400, code: "invalid_input" });
});

test("a hub without logins has no OAuth, and answers MCP calls without a key as before", async () => {
  const other = await runHub();
  try {
    for (const name of ["protected-resource", "authorization-server"])
      expect((await other.get(`/.well-known/oauth-${name}`)).status).toBe(404);
    const params = { name: "call_endpoint", arguments: { name: "x" } };
    const answer = await other.post("/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params,
    });
    expect(answer.status).toBe(200);
  } finally {
    await other.stop();
  }
});
