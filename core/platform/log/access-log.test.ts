import { expect, test } from "bun:test";
import { AccessLog } from "./access-log.ts";

test("the text format has the same fields, and omits those without an account", async () => {
  const lines: string[] = [];
  const log = new AccessLog({ write: (line) => void lines.push(line) }, "text");
  const answer = () => new Response("héllo", { status: 404, headers: { "x-request-id": "r1" } });
  await (await log.around(answer)(new Request("http://hub.example/private?x=private"))).text();
  expect(lines).toEqual([
    expect.stringMatching(/^\S+Z info {2}GET unknown 404 [\d.]+ ms 6 B - r1$/),
  ]);
});

test("a response that was rebuilt on its way is logged as sent", async () => {
  const lines: string[] = [];
  const log = new AccessLog({ write: (line) => void lines.push(line) }, "json");
  const headers = { "x-request-id": "r1" };
  const around = log.around(() => {
    log.recordCall("r1", { route: "/a/:b", account: "account_7" });
    log.recordResponse({ id: "r1", sent: "short" }, new Response("short", { headers }));
    return new Response("a page of it", { headers });
  });
  const answer = await around(new Request("http://hub.example/a/private"));
  expect(await answer.text()).toBe("a page of it");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    route: "/a/:b",
    account: "account_7",
    bytes: 12,
  });
});
