import { afterAll, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { runHub } from "../core/testing/running-hub.ts";

const root = `${import.meta.dir}/..`;
const hub = await runHub();
const key = await hub.key("ada@example.com");
afterAll(() => hub.stop());

async function readAccount(): Promise<object> {
  return (await hub.get("/api-key", { "x-api-key": key })).json() as Promise<object>;
}

test("SECURITY.md only names existing files", () => {
  const named = readFileSync(`${root}/SECURITY.md`, "utf8").match(/(?<=`)[\w./-]+\/[\w./-]*(?=`)/g);
  const files = (named ?? []).filter((name) => /^(core|plugins|tests|scripts)\//.test(name));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([]);
});

test.each<[string, string, object]>([
  ["POST", "/api-key", { email: "eve@example.com", tier: "enterprise" }],
  ["PATCH", "/api-key", { tier: "enterprise" }],
  ["PATCH", "/api-key", { email: "ada@example.com" }],
  ["PATCH", "/api-key", { created_at: "2020-01-01T00:00:00Z" }],
  ["POST", "/api-key/keys", { name: "more", tier: "enterprise" }],
  ["POST", "/api-key/keys", { name: "more", account_id: 1 }],
  ["POST", "/api/url/shorten", { url: "https://example.com/", owner: "account_1" }],
])("%s %s rejects a field that callers may not set: %j", async (method, path, body) => {
  const { tier, email, limits } = (await readAccount()) as Record<string, unknown>;
  const answer = await fetch(hub.url + path, {
    method,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", "x-api-key": key },
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "invalid_input" });
  expect(await readAccount()).toMatchObject({ tier, email, limits });
});

test("responses about a key contain neither its hash nor the key itself", async () => {
  for (const path of ["/api-key", "/api-key/keys", "/api-key/usage"]) {
    const text = await (await hub.get(path, { "x-api-key": key })).text();
    expect(text).not.toContain(key);
    expect(text).not.toMatch(/hash|pepper/i);
  }
});

test("each row of the ASVS table names a test that exists, or says why it has none", () => {
  const document = readFileSync(`${root}/SECURITY.md`, "utf8");
  const [, section = ""] = /### OWASP ASVS[^\n]*\n([\s\S]*?)\n## /.exec(document) ?? [];
  const rows = section.split("\n").filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const [, file, title = ""] = /`([\w./-]+\.test\.ts)`: (.*) \|$/.exec(row) ?? [];
    if (file) expect(readFileSync(`${root}/${file}`, "utf8")).toContain(title);
    else expect(row).toMatch(/Doesn't apply|\*\*Not met\*\*/);
  }
});
