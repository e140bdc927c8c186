import { afterAll, expect, test } from "bun:test";
import { json } from "hub/testing";
import { logInByMail } from "../../testing/log-in.ts";
import { newAddress } from "../../testing/page-hub.ts";
import { dataFolder, runHub } from "../../testing/running-hub.ts";
import { loadAdminRoutes } from "./open-admin.ts";
import { OperatorGate } from "./operator-gate.ts";
import { findRoleFault } from "./operators.ts";

const folder = dataFolder();
const outbox = `${folder.path}/outbox`;
const token = "operators-own-token-1";
const hub = await runHub({
  HUB_MAIL_OUTBOX: outbox,
  TRUSTED_PROXIES: "127.0.0.1",
  HUB_ADMIN_TOKEN: token,
  HUB_OPERATORS: "ann@example.com=admin,sue@example.com=support,rob@example.com=reader",
});
afterAll(async () => {
  await hub.stop();
  folder.remove();
});

const logIn = (email: string) => logInByMail(hub, outbox, email);
type Person = Awaited<ReturnType<typeof logIn>>;
const people: Record<string, Promise<Person>> = {};
const asOperator = (name: string) => (people[name] ??= logIn(`${name}@example.com`));

async function ask(name: string, method: string, path: string, body?: object) {
  const { headers } = await asOperator(name);
  const answer = await fetch(`${hub.url}/admin/api/${path}`, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...(await json(answer)) };
}

const customer = { email: "customer@example.com" };

test("a reader sees all and changes nothing", async () => {
  expect(await ask("rob", "GET", "accounts")).toMatchObject({ status: 200 });
  expect(await ask("rob", "POST", "keys", customer)).toMatchObject({
    status: 403,
    code: "role_restricted",
    detail: 'The role "reader" cannot call POST /admin/api/keys',
  });
});

test("support manages accounts and keys, but doesn't erase, reload or drain", async () => {
  expect((await ask("sue", "POST", "keys", customer)).status).toBe(200);
  const { accounts } = await ask("sue", "GET", "accounts?q=customer");
  const account = `accounts/${accounts[0].id}`;
  expect((await ask("sue", "PATCH", account, { suspended: true })).status).toBe(200);
  for (const [method, path] of [
    ["DELETE", account],
    ["DELETE", `${account}/`],
    ["POST", "reload"],
    ["POST", "drain"],
  ] as const)
    expect((await ask("sue", method, path)).status).toBe(403);
});

test("each action of a person is in the audit log under their address, whatever name they send", async () => {
  const { headers } = await asOperator("ann");
  const answer = await fetch(`${hub.url}/admin/api/keys`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "x-admin-actor": "Somebody else" },
    body: JSON.stringify({ email: "audited@example.com" }),
  });
  expect(answer.status).toBe(200);
  const { entries } = await ask("rob", "GET", "audit?action=key.issue&limit=1");
  expect(entries).toMatchObject([{ actor: "ann@example.com" }]);
});

test("the holder of the token can't act under the name of a person", async () => {
  const authorization = `Bearer ${token}`;
  for (const name of ["ann@example.com", "Ann@Example.com"]) {
    const answer = await hub.get("/admin/api/accounts", { authorization, "x-admin-actor": name });
    expect(answer.status).toBe(400);
  }
  expect((await hub.get("/admin/api/accounts", { authorization })).status).toBe(200);
});

test("a session without the token of its page opens nothing", async () => {
  const { reading } = await asOperator("ann");
  expect((await hub.get("/admin/api/accounts", reading)).status).toBe(401);
  expect(await (await hub.get("/admin", reading)).text()).toContain("with the role admin");
});

test("the page of an operator knows the requests that their role may send", async () => {
  const readMay = async (name: string) => {
    const page = await (await hub.get("/admin", (await asOperator(name)).reading)).text();
    const text = /data-may="([^"]*)"/.exec(page)?.[1]?.replaceAll("&quot;", '"') ?? "[]";
    const may = JSON.parse(text) as string[];
    return may.filter((route) => !route.startsWith("GET "));
  };
  expect(await readMay("rob")).toEqual([]);
  expect(await readMay("sue")).toHaveLength(5);
  expect(await readMay("ann")).toContain("POST /admin/api/rules");
});

test("a person without a role is no operator", async () => {
  expect((await ask("eve", "GET", "accounts")).status).toBe(401);
  const { reading } = await asOperator("eve");
  expect(await (await hub.get("/admin", reading)).text()).not.toContain("data-csrf");
});

test("an API key of an operator's address is no login", async () => {
  const own = { ...newAddress(), "x-api-key": await hub.key("bob@example.com", newAddress()) };
  expect((await hub.get("/admin/api/accounts", own)).status).toBe(401);
});

test.each([
  ["is an operator for 12 hours", { isVerified: true, hours: 11 }, true],
  ["must log in again after 12 hours", { isVerified: true, hours: 12 }, false],
  ["is none without a verified address", { isVerified: false, hours: 0 }, false],
])("a person who is logged in %s", async (_, { isVerified, hours }, isOperator) => {
  const key = { createdAt: 0, restrictions: { managesKeys: true, isVerified } };
  const account = { email: "Ann@example.com", folded: "ann@example.com" };
  const gate = new OperatorGate({
    token: undefined,
    operators: new Map([["ann@example.com", "admin"]]),
    gate: { findSession: async () => ({ key, account }) } as never,
    audit: {} as never,
    now: () => hours * 3_600_000,
  });
  expect((await gate.findPerson({} as never, true)) !== undefined).toBe(isOperator);
});

test("a hub without a token has its admin page for people with a role", async () => {
  const other = await runHub({ HUB_OPERATORS: "ann@example.com=admin" });
  try {
    expect((await other.get("/admin")).status).toBe(200);
    for (const authorization of ["Bearer ", "Bearer undefined", ""])
      expect((await other.get("/admin/api/accounts", { authorization })).status).toBe(401);
  } finally {
    await other.stop();
  }
});

test.each(["ann@example.com", "ann@example.com=owner", "ann=admin"])(
  "the operator %s ends the start",
  async (HUB_OPERATORS) => {
    await expect(runHub({ HUB_OPERATORS })).rejects.toThrow("HUB_OPERATORS must list addresses");
  },
);

test("each route that support may change exists, and all others are for admins", async () => {
  const { routes } = await loadAdminRoutes();
  const changes = routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !route.startsWith("GET "));
  const allowed = changes.filter((route) => !findRoleFault("support", route));
  expect(allowed).toHaveLength(5);
  expect(changes.every((route) => findRoleFault("reader", route))).toBe(true);
});
