import { expect, test } from "bun:test";
import { HubError } from "../../contract/errors.ts";
import type { Net, NetInit } from "../../contract/net-door.ts";
import { ask } from "./ask.ts";

function createNet(answer: Response) {
  const sent: NetInit[] = [];
  const net = async (_: string, init: NetInit = {}) => {
    sent.push(init);
    return answer;
  };
  return { net: net as unknown as Net, sent };
}

const url = "https://a.example/x";

test("JSON is sent by POST with the key, and redirects aren't followed", async () => {
  const { net, sent } = createNet(new Response("fine"));
  await ask(net, url, { json: { a: 1 }, headers: { authorization: "Bearer k" }, timeoutMs: 5 });
  expect(sent).toEqual([
    {
      method: "POST",
      body: '{"a":1}',
      timeoutMs: 5,
      redirectsMax: 0,
      own: true,
      headers: { "content-type": "application/json", authorization: "Bearer k" },
    },
  ]);
});

test("a request without a body is a GET", async () => {
  const { net, sent } = createNet(new Response("fine"));
  expect(await (await ask(net, url)).text()).toBe("fine");
  expect(sent).toEqual([{ headers: {}, redirectsMax: 0, own: true }]);
});

test.each([
  [302, "upstream_failed"],
  [400, "upstream_refused"],
  [401, "upstream_refused"],
  [403, "upstream_refused"],
  [408, "upstream_unavailable"],
  [425, "upstream_unavailable"],
  [429, "upstream_unavailable"],
  [500, "upstream_unavailable"],
  [503, "upstream_unavailable"],
])("%d is %s", async (status, code) => {
  const { net } = createNet(new Response("secret", { status, headers: { "retry-after": "7" } }));
  const failure = await ask(net, url, { json: {} }).catch((error) => error);
  expect(failure).toMatchObject({
    code,
    cause: status,
    headers: code === "upstream_unavailable" ? { "retry-after": "7" } : {},
  });
  expect(failure.message).not.toContain("secret");
});

test("a rejection's body can override its status", async () => {
  const own = new HubError("content_rejected", "Rejected", { status: 422 });
  const refusal = async (response: Response) =>
    (await response.text()) === "policy" ? own : undefined;
  const failWith = (body: string) =>
    ask(createNet(new Response(body, { status: 400 })).net, url, { json: {}, refusal }).catch(
      (error) => error,
    );
  expect(await failWith("policy")).toBe(own);
  expect(await failWith("other")).toMatchObject({ code: "upstream_refused", cause: 400 });
});
