import { afterAll, describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { quietLog } from "../core/platform/log/log.ts";
import { withProblemPages } from "../core/site/docs/openapi/with-problem-pages.ts";
import { pluginFolder, removePluginFolders } from "../core/testing/plugin-folder.ts";

afterAll(removePluginFolders);

const dir = pluginFolder({
  "plugin.ts": `import { definePlugin } from "hub";
export default definePlugin({
  title: "Sample", summary: "Sends on.",
  public: { "/go/:to": ["go.get", "enter.post"] },
});`,
  "public/go.get.ts": `import { binary, redirect, reply, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Go",
  params: t.Object({ to: t.String() }),
  query: t.Object({}, { additionalProperties: t.String() }),
  response: binary("text/html"),
  example: { params: { to: "there" } },
  handler: ({ params: { to }, query, caller, origin }) =>
    to === "lost"
      ? reply("<p>Lost", { status: 404 })
      : redirect(origin + "/" + to + JSON.stringify(query) + caller.id),
});`,
  "public/enter.post.ts": `import { redirect, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Enter",
  params: t.Object({ to: t.String() }),
  body: t.Object({ word: t.String() }),
  response: t.Object({}),
  heavy: true,
  example: { params: { to: "there" }, body: { word: "sesame" } },
  handler: ({ params, body }) => redirect("/" + params.to + "/" + body.word, { status: 303 }),
});`,
  "routes/moved.get.ts": `import { redirect, t } from "hub";
import sample from "../plugin.ts";
export default sample.route({
  summary: "Move",
  response: t.Object({}),
  example: {},
  handler: () => redirect("/elsewhere"),
});`,
});
const hub = await testHub(dir, { jobs: { size: 1 }, log: quietLog });
afterAll(() => hub.close());

describe("a public path", () => {
  test("redirects without a key", async () => {
    const answer = await hub.get("/go/there");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      "http://localhost/there%7B%7Dundefined",
    ]);
    expect(answer.headers.get("x-request-id")).toBeString();
    expect(await answer.text()).toBe("");
  });

  test("accepts any query names if it declares that, and no key", async () => {
    const answer = await hub.get("/go/x?a=1&a=2&__proto__=b&api_key=secret");
    expect(decodeURI(answer.headers.get("location") ?? "")).toBe(
      'http://localhost/x{"a":"1","__proto__":"b"}undefined',
    );
  });

  test("handles another method in another file, in a job if it is heavy", async () => {
    const answer = await hub.post("/go/there", { word: "sesame" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/there/sesame"]);
  });

  test("can return a page with its own status", async () => {
    const answer = await hub.get("/go/lost");
    expect([answer.status, await answer.text()]).toEqual([404, "<p>Lost"]);
    expect(answer.headers.get("content-type")).toBe("text/html");
  });

  test("shows browsers its own page, and the hub's for errors", async () => {
    const shown = withProblemPages({ fetch: hub.fetch, server: null });
    const read = async (path: string) => {
      const request = new Request(`http://localhost${path}`, { headers: { accept: "text/html" } });
      return (await shown.fetch(request)).text();
    };
    expect(await read("/go/lost")).toBe("<p>Lost");
    expect(await read("/go/lost/further")).toContain("<h1>Not found</h1>");
  });

  test("returns its methods for an unsupported one", async () => {
    const answer = await hub.fetch(new Request("http://localhost/go/there", { method: "PUT" }));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
  });

  test("isn't an endpoint of the service", async () => {
    expect(hub.routes.map(({ path }) => path)).toEqual(["/api/sample/greet", "/api/sample/moved"]);
    expect((await hub.get("/api/sample/go/there")).status).toBe(404);
  });
});

test("a path under /api always returns success with 200", async () => {
  const answer = await hub.get("/api/sample/moved");
  expect([answer.status, (await json(answer)).code]).toEqual([500, "internal_error"]);
});
