import { afterAll, describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { openSqlite } from "../../core/platform/store/sqlite.ts";
import { findCode, readOutbox, waitForMails } from "../../core/testing/outbox.ts";
import { dataFolder, runHub } from "../../core/testing/running-hub.ts";

const folder = dataFolder();
const outbox = `${folder.path}/outbox`;
const env = { HUB_MAIL_OUTBOX: outbox, TRUSTED_PROXIES: "127.0.0.1" };
const hub = await runHub(env);
afterAll(async () => {
  await hub.stop();
  folder.remove();
});

let hosts = 0;
/** Headers of a browser at a new address, because limits are per address. */
function fromBrowser(headers: Record<string, string> = {}): Record<string, string> {
  hosts++;
  return {
    "x-forwarded-for": `198.51.${hosts >> 8}.${hosts & 255}`,
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    ...headers,
  };
}

function submit(path: string, body: object, { url = hub.url, headers = fromBrowser() } = {}) {
  return fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

let people = 0;
/** Requests a link for a new person, and returns the code of its mail. */
async function requestLink(email = `login${people++}@example.com`, url = hub.url) {
  const known = readOutbox(outbox).filter(({ text }) => text.includes(`To: ${email}\r\n`));
  const before = new Set(known.map(({ file }) => file));
  const answer = await submit("/login", { email }, { url });
  expect(answer.status).toBe(200);
  const mails = await waitForMails(outbox, email, known.length + 1);
  const mail = mails.find(({ file }) => !before.has(file));
  return { email, mail, code: findCode(mail) };
}

/** Logs a person in. Returns the cookie and the token of their page. */
async function logIn(email?: string) {
  const link = await requestLink(email);
  const answer = await submit("/login/verify", { email: link.email, code: link.code });
  expect(answer.status).toBe(303);
  const set = answer.headers.get("set-cookie") ?? "";
  const cookie = set.split(";")[0] ?? "";
  return { ...link, set, cookie, csrf: await readToken(cookie) };
}

async function readToken(cookie: string): Promise<string> {
  const page = await (await hub.get("/account", fromBrowser({ cookie }))).text();
  return /data-csrf="([^"]+)"/.exec(page)?.[1] ?? "";
}

type Person = Pick<Awaited<ReturnType<typeof logIn>>, "cookie" | "csrf">;

function ask(person: Person, method: string, path: string, body?: object) {
  const headers = { cookie: person.cookie, "x-csrf-token": person.csrf };
  return fetch(hub.url + path, {
    method,
    headers: { ...fromBrowser(headers), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const isAccepted = async (person: Person) => (await ask(person, "GET", "/api-key")).status === 200;

test("a person without any key logs in by mail and creates one with one call", async () => {
  const email = "lost@example.com";
  await hub.key(email, fromBrowser());
  const person = await logIn(email);
  const issued = await json(await ask(person, "POST", "/api-key/keys", { name: "New key" }));
  expect(issued).toMatchObject({ kind: "secret", email, may_manage_keys: true });
  const made = await hub.get("/api-key", fromBrowser({ "x-api-key": issued.api_key }));
  expect(await json(made)).toMatchObject({ email, made_by: expect.stringMatching(/^key_/) });
});

test("a login of an address without an account creates it", async () => {
  const person = await logIn();
  expect(await json(await ask(person, "GET", "/api-key"))).toMatchObject({
    kind: "session",
    email: person.email,
    name: "Firefox on Linux, by mail",
    tier: "free",
  });
});

describe("a session", () => {
  test("has 190 random bits, and a new value with each login, whatever cookie was sent before", async () => {
    const first = await logIn();
    const link = await requestLink(first.email);
    const planted = fromBrowser({ cookie: "hub_session=planted" });
    const { email, code } = link;
    const again = await submit("/login/verify", { email, code }, { headers: planted });
    const cookie = again.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^hub_session=hubs_[0-9A-Za-z]{38};/);
    expect(cookie).not.toContain(first.cookie);
    expect(await isAccepted({ cookie: "hub_session=planted", csrf: first.csrf })).toBe(false);
  });

  test("is in a cookie that scripts can't read and other sites don't send", async () => {
    const { set } = await logIn();
    expect(set).toMatch(/; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
  });

  test("ends on the server with the logout", async () => {
    const person = await logIn();
    expect((await ask(person, "DELETE", "/api-key")).status).toBe(200);
    expect(await isAccepted(person)).toBe(false);
    expect(await readToken(person.cookie)).toBe("");
  });

  test("is listed and ended in another session of the account", async () => {
    const first = await logIn();
    const second = await logIn(first.email);
    const { keys } = await json(await ask(second, "GET", "/api-key/keys"));
    const [, older] = keys.filter(({ kind }: { kind: string }) => kind === "session");
    const { status } = await ask(second, "DELETE", `/api-key/keys/${older.key_id}`);
    expect(status).toBe(200);
    expect(await isAccepted(first)).toBe(false);
    expect(await isAccepted(second)).toBe(true);
  });

  test.each(["x-api-key", "authorization"])("is no API key in %s", async (header) => {
    const { cookie } = await logIn();
    const session = cookie.split("=")[1] ?? "";
    const value = header === "authorization" ? `Bearer ${session}` : session;
    for (const path of ["/api-key", "/api/dev/hash/md5?text=a"]) {
      const answer = await hub.get(path, fromBrowser({ [header]: value }));
      expect(answer.status).toBe(401);
      expect((await json(answer)).code).toBe("invalid_api_key");
    }
  });

  test("doesn't call services, which take keys", async () => {
    const answer = await ask(await logIn(), "GET", "/api/dev/hash/md5?text=a");
    expect(await json(answer)).toMatchObject({ status: 401, code: "missing_api_key" });
  });

  test.each([
    ["PATCH", "/api-key", { expires_in: 86_400_000 / 1000 }],
    ["POST", "/api-key/rotate", {}],
  ])("can't be extended by %s %s", async (method, path, body) => {
    const answer = await ask(await logIn(), method, path, body);
    expect(await json(answer)).toMatchObject({ code: "key_restricted" });
  });

  test("ends when the operator suspends the account or revokes its keys", async () => {
    const person = await logIn();
    await ask(person, "DELETE", "/api-key/account", { email: person.email });
    expect(await isAccepted(person)).toBe(false);
  });

  test("doesn't count towards the keys of the account", async () => {
    const person = await logIn();
    for (let login = 0; login < 2; login++) await logIn(person.email);
    const made = Array.from({ length: 20 }, () => ask(person, "POST", "/api-key/keys", {}));
    const statuses = (await Promise.all(made)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200)).toBe(true);
    expect((await ask(person, "POST", "/api-key/keys", {})).status).toBe(409);
  });

  test("takes no Idempotency-Key, so that no response with a new key is stored", async () => {
    const { cookie, csrf } = await logIn();
    const headers = { cookie, "x-csrf-token": csrf, "idempotency-key": "same" };
    const answer = await submit("/api-key/keys", {}, { headers: fromBrowser(headers) });
    expect(answer.status).toBe(401);
  });
});

describe("a request with the cookie of a session", () => {
  test.each([
    ["no token", ""],
    ["the token of another session", "other"],
    ["the session as its token", "session"],
  ])("is refused with %s", async (_, kind) => {
    const person = await logIn();
    const tokens = { other: async () => (await logIn()).csrf, session: async () => person.cookie };
    const csrf = await (tokens[kind as keyof typeof tokens]?.() ?? "");
    for (const method of ["GET", "DELETE"])
      expect((await ask({ ...person, csrf }, method, "/api-key")).status).toBe(401);
    expect(await isAccepted(person)).toBe(true);
  });

  test("isn't answered to a page of another origin", async () => {
    const { cookie } = await logIn();
    const answer = await hub.get(
      "/account",
      fromBrowser({ cookie, origin: "https://evil.example" }),
    );
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("a login link", () => {
  test("works once", async () => {
    const { email, code } = await requestLink();
    expect((await submit("/login/verify", { email, code })).status).toBe(303);
    const again = await submit("/login/verify", { email, code });
    expect(again.status).toBe(403);
    expect(again.headers.get("set-cookie")).toBeNull();
  });

  test("is replaced by a newer one", async () => {
    const { email, code } = await requestLink();
    await requestLink(email);
    expect((await submit("/login/verify", { email, code })).status).toBe(403);
  });

  test("works for its own address only", async () => {
    const { code } = await requestLink();
    const { email } = await requestLink();
    expect((await submit("/login/verify", { email, code })).status).toBe(403);
  });

  test("opens no page of another host after the login", async () => {
    const { email } = await requestLink();
    for (const next of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "javascript:1",
    ]) {
      const { code } = await requestLink(email);
      const answer = await submit("/login/verify", { email, code, next });
      if (answer.status === 303) expect(answer.headers.get("location")).toBe("/account");
      if (code === "") break;
    }
    const { email: other, code } = await requestLink();
    const answer = await submit("/login/verify", { email: other, code, next: "/status?a=1" });
    expect(answer.headers.get("location")).toBe("/status?a=1");
  });

  test("isn't requested or used by pages of other origins", async () => {
    const { email, code } = await requestLink();
    const headers = fromBrowser({ "sec-fetch-site": "cross-site" });
    for (const [path, body] of [
      ["/login", { email }],
      ["/login/verify", { email, code }],
    ] as const)
      expect(await json(await submit(path, body, { headers }))).toMatchObject({
        code: "origin_not_allowed",
      });
  });

  test("isn't guessed: an IP address has 20 tries a minute", async () => {
    const { email } = await requestLink();
    const headers = fromBrowser();
    const tries = Array.from({ length: 21 }, () =>
      submit("/login/verify", { email, code: "AAAA-AAAA" }, { headers }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test("isn't locked by the wrong guesses of a stranger", async () => {
    const { email, code } = await requestLink();
    for (let guess = 0; guess < 10; guess++)
      await submit("/login/verify", { email, code: "AAAA-AAAA" });
    expect((await submit("/login/verify", { email, code })).status).toBe(303);
  });

  test("is asked for with the same answer for known and unknown addresses", async () => {
    await hub.key("known@example.com", fromBrowser());
    const [known, unknown] = await Promise.all(
      ["known@example.com", "other@example.com"].map(async (email) => {
        const answer = await submit("/login", { email });
        return (await answer.text()).replaceAll(email, "");
      }),
    );
    expect(known).toBe(unknown ?? "");
  });
});

describe("a hub with closed sign-up", () => {
  test("logs in existing accounts only, with the same answer for all addresses", async () => {
    const closed = await runHub({ ...env, HUB_SIGNUP: "closed" });
    try {
      const answer = await submit("/login", { email: "no@example.com" }, { url: closed.url });
      expect(answer.status).toBe(200);
      await closed.stop();
      expect(readOutbox(outbox).some(({ text }) => text.includes("no@example.com"))).toBe(false);
    } finally {
      await closed.stop();
    }
  });
});

describe("a hub over HTTPS", () => {
  test.each([
    ["https://hub.example", "__Host-hub_session", "/"],
    ["https://example.com/hub", "__Secure-hub_session", "/hub/"],
  ])("at %s sets a secure cookie named %s", async (HUB_BASE_URL, name, path) => {
    const secure = await runHub({ ...env, HUB_BASE_URL });
    try {
      const { email, code, mail } = await requestLink(undefined, secure.url);
      expect(mail?.text.replaceAll("=\r\n", "")).toContain(`${HUB_BASE_URL}/login/verify#email=`);
      const answer = await submit("/login/verify", { email, code }, { url: secure.url });
      const set = answer.headers.get("set-cookie") ?? "";
      expect(set).toStartWith(`${name}=hubs_`);
      expect(set).toEndWith("; HttpOnly; SameSite=Lax; Secure");
      expect(set).toContain(`; Path=${path};`);
      const plain = set.replace(name, "hub_session").split(";")[0] ?? "";
      expect(await (await secure.get("/account", { cookie: plain })).text()).not.toContain(
        "data-csrf",
      );
    } finally {
      await secure.stop();
    }
  });
});

test.each([
  ["an unknown credential", { id: "AQIDBA", response: { userHandle: "MQ" } }],
  ["no user", { id: "AQIDBA" }],
  ["a user of another type", { id: "AQIDBA", response: { userHandle: 1 } }],
])(
  "a passkey response with %s gets one answer, at an address with passkeys",
  async (_, response) => {
    const url = hub.url.replace("127.0.0.1", "localhost");
    const answer = await submit("/login/passkey", { response }, { url });
    expect(await json(answer)).toMatchObject({ status: 403, code: "login_failed" });
  },
);

test("passkeys aren't offered under a name that a stranger could point at the hub", async () => {
  const answer = await hub.get("/login", { host: "evil.example" });
  expect(await answer.text()).not.toContain("data-options");
});

test("a hub without mail offers no login link", async () => {
  const plain = await runHub();
  try {
    expect(await (await plain.get("/login")).text()).not.toContain('action="/login"');
    const answer = await submit("/login", { email: "a@example.com" }, { url: plain.url });
    expect(await json(answer)).toMatchObject({ code: "capability_unavailable" });
  } finally {
    await plain.stop();
  }
});

test("a login that isn't used ends, for pages and for requests", async () => {
  const { cookie, csrf } = await logIn();
  const read = () => hub.get("/api-key", fromBrowser({ cookie, "x-csrf-token": csrf }));
  const { key_id } = await json(await read());
  const records = openSqlite(`${hub.data}/hub.sqlite`);
  const recordUse = (at: number) =>
    records.kvSet("/sessions", key_id, { value: String(at), expiresAt: null });
  await recordUse(Date.now() - 23 * 3_600_000);
  expect((await read()).status).toBe(200);
  // The use above counts.
  expect(Number((await records.kvGet("/sessions", key_id))?.value)).toBeGreaterThan(
    Date.now() - 60_000,
  );
  await recordUse(Date.now() - 24 * 3_600_000 - 60_000);
  const refused = await read();
  expect([refused.status, (await json(refused)).code]).toEqual([401, "key_expired"]);
  expect(await readToken(cookie)).toBe("");
  await records.close();
});
