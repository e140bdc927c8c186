import { expect, test } from "bun:test";
import { json } from "hub/testing";
import { docsHub } from "../core/testing/docs-hub.ts";
import { samplePlugin } from "../core/testing/sample-plugin.ts";

const hub = docsHub([samplePlugin]);

async function text(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await hub.get(path, headers)).text();
}

test("the policy of the reference allows the one script that starts it", async () => {
  const answer = await hub.get("/docs");
  const [, script = ""] = (await answer.text()).split("<script>");
  const digest = new Bun.CryptoHasher("sha256").update(script.split("</script>")[0]!);
  expect(answer.headers.get("content-security-policy")).toContain(
    `'sha256-${digest.digest("base64")}'`,
  );
});

test("the reference of one service loads its document alone", async () => {
  expect(await text("/docs?service=sample")).toContain('"url":"/openapi.json?service=sample"');
  const answer = await hub.get(`/docs?service=${encodeURIComponent("</script>")}`);
  expect(answer.status).toBe(400);
  expect((await json(answer)).errors[0].location).toBe("query.service");
});

test("the document has an ETag, and 304 for who has it", async () => {
  const first = await hub.get("/openapi.json");
  const etag = first.headers.get("etag")!;
  expect(first.headers.get("cache-control")).toBe("no-cache");
  expect((await hub.get("/openapi.json", { "if-none-match": etag })).status).toBe(304);
  const other = await hub.get("/openapi.json?service=sample");
  expect(other.headers.get("etag")).not.toBe(etag);
});

test("the document is the same in YAML, and where others look for it", async () => {
  const document = await json(await hub.get("/openapi.json"));
  expect(Bun.YAML.parse(await text("/openapi.yaml"))).toEqual(document);
  expect(await json(await hub.get("/docs/json"))).toEqual(document);
});

test("assets are kept for ever", async () => {
  const [, url = ""] = /href="(\/assets\/style\.css[^"]*)"/.exec(await text("/")) ?? [];
  const answer = await hub.get(url);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("content-type")).toBe("text/css; charset=utf-8");
});
