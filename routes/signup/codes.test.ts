import { afterAll, describe, expect, spyOn, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { json } from "hub/testing";
import { activeKeysMax } from "../../core/accounts/accounts.ts";
import { browser } from "../../core/testing/docs-hub.ts";
import { issueKeys, startProcess } from "../../core/testing/hub-process.ts";
import { findCode as codeIn, waitForMails as waitFor } from "../../core/testing/outbox.ts";
import { dataFolder, runHub } from "../../core/testing/running-hub.ts";

const folder = dataFolder();
const outbox = `${folder.path}/outbox`;
const env = { HUB_SIGNUP: "verify", HUB_MAIL_OUTBOX: outbox, TRUSTED_PROXIES: "127.0.0.1" };
const hub = await runHub({ ...env, HUB_BASE_URL: "https://hub.example" });
afterAll(async () => {
  await hub.stop();
  folder.remove();
});

let hosts = 0;
/** Sends a request from a new address, because limits are per address. */
function send(path: string, body: object, url = hub.url, headers: Record<string, string> = {}) {
  hosts++;
  return fetch(url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `198.51.${hosts >> 8}.${hosts & 255}`,
      ...headers,
    },
  });
}

const waitForMails = (address: string, count: number) => waitFor(outbox, address, count);

/** Requests a code and reads it from the email. */
async function requestCode(email: string, url = hub.url): Promise<string> {
  const before = new Set((await waitForMails(email, 0)).map(({ file }) => file));
  expect((await send("/api-key", { email }, url)).status).toBe(200);
  const sent = await waitForMails(email, before.size + 1);
  return codeIn(sent.find(({ file }) => !before.has(file)));
}

/** Signs up a new account with a code. */
async function signUpWithCode(email: string, more: object = {}) {
  return json(await send("/api-key/verify", { email, code: await requestCode(email), ...more }));
}

test("an emailed code gives a new address its first key", async () => {
  const answer = await send("/api-key", { email: "Ada@example.com" });
  expect(await json(answer)).toMatchObject({ email: "Ada@example.com", expires_in_seconds: 600 });
  const [mail] = await waitForMails("Ada@example.com", 1);
  expect(mail?.text).toContain("\r\n  https://hub.example/signup/verify\r\n");
  expect(mail?.file).toMatch(/^[0-9a-f-]{36}\.eml$/);
  expect(statSync(`${outbox}/${mail?.file}`).mode & 0o777).toBe(0o600);
  const code = codeIn(mail).toLowerCase().replace("-", " ");
  const issued = await json(
    await send("/api-key/verify", { email: "ADA@example.com", code, name: "laptop" }),
  );
  expect(issued).toMatchObject({ email: "Ada@example.com", name: "laptop", other_keys: 0 });
  const who = await hub.get("/api-key", { "x-api-key": issued.api_key });
  expect((await json(who)).email).toBe("Ada@example.com");
});

test("the response doesn't distinguish a known address from a new one", async () => {
  await signUpWithCode("known@example.com");
  const shown = async (email: string) => {
    const answer = await send("/api-key", { email });
    const headers = Object.fromEntries(answer.headers);
    const { "x-request-id": _, date: __, ...rest } = headers;
    const body = (await answer.text()).replaceAll(email, "<email>");
    return { status: answer.status, headers: rest, body };
  };
  const [known, fresh] = [await shown("known@example.com"), await shown("fresh@example.com")];
  expect({ ...known, headers: { ...known.headers, "content-length": "" } }).toEqual({
    ...fresh,
    headers: { ...fresh.headers, "content-length": "" },
  });
  // This also applies to guessed codes.
  const guess = async (email: string) => {
    const answer = await send("/api-key/verify", { email, code: "AAAA-AAAA" });
    return { ...(await json(answer)), request_id: "" };
  };
  expect(await guess("known@example.com")).toEqual(await guess("nobody@example.com"));
});

test("the email goes to the account's own spelling of the address, with any requested one", async () => {
  await signUpWithCode("Exact@example.com");
  await send("/api-key", { email: "EXACT@EXAMPLE.com" });
  expect(await waitForMails("Exact@example.com", 2)).toHaveLength(2);
});

test("a lost key isn't a lost account: the code works in addition to all keys, even if they are revoked", async () => {
  const first = await signUpWithCode("lost@example.com");
  expect((await signUpWithCode("lost@example.com")).other_keys).toBe(1);
  for (let keys = 2; keys < activeKeysMax; keys++)
    await hub.post("/api-key/keys", {}, { "x-api-key": first.api_key });
  const code = await requestCode("lost@example.com");
  const further = await json(await send("/api-key/verify", { email: "lost@example.com", code }));
  expect(further.code).toBe("too_many_keys");
  expect(further.detail).toContain('"revoke_others": true');
  const again = { email: "lost@example.com", code, revoke_others: true };
  expect(await json(await send("/api-key/verify", again))).toMatchObject({ other_keys: 0 });
  const ended = await hub.get("/api-key", { "x-api-key": first.api_key });
  expect((await json(ended)).code).toBe("key_revoked");
});

describe("a code", () => {
  test("works once, and not after a newer one", async () => {
    const email = "once@example.com";
    const older = await requestCode(email);
    const code = await requestCode(email);
    expect((await send("/api-key/verify", { email, code: older })).status).toBe(403);
    expect((await send("/api-key/verify", { email, code })).status).toBe(200);
    const again = await send("/api-key/verify", { email, code });
    expect([again.status, await json(again)]).toMatchObject([
      403,
      {
        code: "invalid_code",
        detail: expect.stringContaining("a code works once, for 10 minutes"),
      },
    ]);
  });

  test("is valid for its address only", async () => {
    const code = await requestCode("mine@example.com");
    await requestCode("other@example.com");
    expect((await send("/api-key/verify", { email: "other@example.com", code })).status).toBe(403);
  });

  test("still works after another person's wrong attempts, which count for their own address", async () => {
    const email = "guessed@example.com";
    const code = await requestCode(email);
    const stranger = { "x-forwarded-for": "203.0.113.66" };
    const statuses = [];
    for (let guess = 0; guess < 25; guess++) {
      const wrong = { email, code: "2222-2222" };
      statuses.push((await hub.post("/api-key/verify", wrong, stranger)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(403), ...Array(5).fill(429)]);
    expect((await send("/api-key/verify", { email, code })).status).toBe(200);
  });

  test("is only accepted within 40 characters", async () => {
    const email = "long@example.com";
    const code = await requestCode(email);
    const padded = (length: number) =>
      send("/api-key/verify", { email, code: code.padEnd(length) });
    expect((await padded(41)).status).toBe(400);
    expect((await padded(40)).status).toBe(200);
  });
});

test("an address gets at most five codes an hour, and the response is the same", async () => {
  const email = "bombed@example.com";
  let code = "";
  for (let mail = 0; mail < 5; mail++) code = await requestCode(email);
  const answers = [];
  for (let request = 0; request < 5; request++)
    answers.push((await (await send("/api-key", { email })).text()).replaceAll(email, "<email>"));
  const other = await send("/api-key", { email: "calm@example.com" });
  answers.push((await other.text()).replaceAll("calm@example.com", "<email>"));
  expect(new Set(answers).size).toBe(1);
  await waitForMails("calm@example.com", 1);
  expect(await waitForMails(email, 5)).toHaveLength(5);
  // The latest code still works.
  expect((await send("/api-key/verify", { email, code })).status).toBe(200);
});

test("a caller can request five codes an hour, and try twenty a minute", async () => {
  const from = { "x-forwarded-for": "203.0.113.9" };
  const statuses = [];
  for (let request = 0; request < 6; request++)
    statuses.push((await hub.post("/api-key", { email: `a${request}@example.com` }, from)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const guesses = [];
  for (let guess = 0; guess < 21; guess++) {
    const body = { email: `a${guess}@example.com`, code: "2222-2222" };
    guesses.push((await hub.post("/api-key/verify", body, from)).status);
  }
  expect(guesses).toEqual([...Array<number>(20).fill(403), 429]);
});

test("the pages do the same in two steps, without a script", async () => {
  const form = (path: string, fields: Record<string, string>) => {
    hosts++;
    return fetch(hub.url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { ...browser, "x-forwarded-for": `198.51.${hosts >> 8}.${hosts & 255}` },
    });
  };
  const page = await (await hub.get("/signup", browser)).text();
  expect(page).toContain("Send a code");
  expect(page).not.toContain('name="api_key"');
  const second = await (await form("/signup", { email: "page@example.com" })).text();
  expect(second).toContain('action="/signup/verify"');
  expect(second).toContain('value="page@example.com"');
  const code = codeIn((await waitForMails("page@example.com", 1))[0]);
  const wrong = await form("/signup/verify", { email: "page@example.com", code: "x" });
  expect([wrong.status, await wrong.text()]).toEqual([
    403,
    expect.stringContaining("invalid_code"),
  ]);
  const shown = await form("/signup/verify", {
    email: "page@example.com",
    code,
    name: "",
    revoke_others: "true",
  });
  expect(await shown.text()).toMatch(/<code>hub_\w{38}<\/code>/);
  expect(shown.headers.get("cache-control")).toBe("no-store");
});

test("the records contain no readable code", async () => {
  const code = await requestCode("hidden@example.com");
  for (const name of readdirSync(hub.data)) {
    if (!name.startsWith("hub.sqlite")) continue;
    const bytes = readFileSync(`${hub.data}/${name}`, "latin1");
    expect(bytes).not.toContain(code);
    expect(bytes).not.toContain(code.replace("-", ""));
  }
});

test("of two processes with the same code at once, one issues a key", async () => {
  const other = await startProcess({ ...env, HUB_DATA: hub.data });
  const urls = [hub.url, other.url];
  for (let round = 0; round < 10; round++) {
    const email = `round${round}@example.com`;
    const code = await requestCode(email, urls[round % 2]);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        send("/api-key/verify", { email, code }, urls[index % 2]),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403, 403]);
  }
  other.child.kill();
  await other.child.exited;
});

test("a hub without emailed codes says so", async () => {
  for (const [signup, status, code] of [
    ["open", 501, "capability_unavailable"],
    ["closed", 403, "signup_closed"],
  ] as const) {
    const other = await runHub({ HUB_SIGNUP: signup });
    const body = { email: "a@example.com", code: "2222-2222" };
    const log = spyOn(console, "error").mockImplementation(() => {});
    const answer = await other.post("/api-key/verify", body);
    log.mockRestore();
    expect([answer.status, (await json(answer)).code]).toEqual([status, code]);
    await other.stop();
  }
});

test("with the mail server down, a known address and a new one are the same 503", async () => {
  const log = spyOn(console, "error").mockImplementation(() => {});
  const down = await runHub({
    HUB_SIGNUP: "verify",
    HUB_SMTP_URL: "smtp://127.0.0.1:1",
    HUB_MAIL_FROM: "h@b.co",
    HUB_OFFLINE: "1",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  await issueKeys(down.data, 1);
  const bodies = [];
  for (const email of ["caller0@example.com", "new@example.com"]) {
    const answer = await send("/api-key", { email }, down.url);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    bodies.push({ ...(await json(answer)), request_id: "" });
  }
  expect(bodies[0]).toEqual(bodies[1]!);
  expect(bodies[0]?.code).toBe("mail_unavailable");
  await down.stop();
  log.mockRestore();
});

test("an exchanged code returns its key to a retry, and to no other caller", async () => {
  const body = { email: "retry@example.com", code: await requestCode("retry@example.com") };
  const once = { "idempotency-key": crypto.randomUUID() };
  const first = await json(await send("/api-key/verify", body, hub.url, once));
  const again = await send("/api-key/verify", body, hub.url, once);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(await json(again)).toEqual(first);
  expect((await send("/api-key/verify", body)).status).toBe(403);
  const others = { "idempotency-key": crypto.randomUUID() };
  expect((await send("/api-key/verify", body, hub.url, others)).status).toBe(403);
});

test("a repeated request emails a code once", async () => {
  const body = { email: "mailed@example.com" };
  const once = { "idempotency-key": crypto.randomUUID() };
  for (const _ of [1, 2]) expect((await send("/api-key", body, hub.url, once)).status).toBe(200);
  // The next email arrives after all earlier ones.
  await requestCode("later@example.com");
  expect(await waitForMails("mailed@example.com", 1)).toHaveLength(1);
});
