import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { loadAll } from "../../../host/load/load-all.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { browser, docsHub } from "../../../testing/docs-hub.ts";
import { samplePlugin } from "../../../testing/sample-plugin.ts";
import { publishSchema } from "../../examples/published.ts";
import { listSchemaFields } from "../endpoint/fields.ts";
import { listFailures, listOwnFailures } from "../openapi/list-failures.ts";
import {
  bracePath,
  buildEndpointPath,
  selectDocumentedRoutes,
  wantsKey,
} from "../openapi/openapi.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../../../../plugins`], { strict: true });
const hub = docsHub(plugins);

async function markdownAt(path: string, shown = hub): Promise<string> {
  const answer = await shown.get(path, { accept: "text/markdown" });
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  return answer.text();
}

/** Returns the visible parts of a Markdown text: headings, code and text. */
function read(markdown: string) {
  const headings: string[] = [];
  const codes = new Set<string>();
  const all = Bun.markdown.render(markdown, {
    heading: (content) => {
      headings.push(content);
      return `${content}\n`;
    },
    codespan: (content) => {
      codes.add(content);
      return content;
    },
    code: (content) => `${content}\n`,
  });
  return { headings, codes, all };
}

describe.each([hub.view.own, ...plugins])(
  "the Markdown pages of $name have",
  (plugin: LoadedPlugin) => {
    const endpoints = [...selectDocumentedRoutes(plugin), ...plugin.open];
    const paths = [
      `/documentation/${plugin.name}`,
      ...endpoints.map((one) => buildEndpointPath(plugin, one)),
    ];
    const page = Promise.all(paths.map((path) => markdownAt(path))).then((texts) =>
      read(texts.join("\n")),
    );

    test("its endpoints, by name, method and path", async () => {
      const { headings, codes } = await page;
      for (const { path, route } of endpoints) {
        expect(headings).toContain(route.summary);
        expect(codes).toContain(bracePath(path));
      }
    });

    test("each parameter", async () => {
      const { codes } = await page;
      for (const name of endpoints.flatMap(listInputNames)) expect(codes).toContain(name);
    });

    test("each error that not all services have", async () => {
      const { codes } = await page;
      for (const { code } of listOwnFailures(plugin)) expect(codes).toContain(code);
      for (const code of Object.keys(plugin.plugin.manifest.errors ?? {}))
        expect(codes).toContain(code);
    });

    test("a call of each endpoint with a key, once, and nothing that only works in a browser", async () => {
      const { all } = await page;
      expect(all).not.toMatch(/<(?:div|form|input|button)\b/);
      for (const endpoint of endpoints)
        if (wantsKey(hub.view, endpoint)) expect(all).toContain("curl");
      expect(all).not.toContain("import requests");
      expect(all).not.toContain("hub.invalid");
    });
  },
);

/** Returns the names of all inputs of an endpoint. */
function listInputNames({ route: { params, query, body } }: LoadedRoute): string[] {
  return [params, query, body].flatMap((schema) =>
    schema ? listSchemaFields(publishSchema(schema, { sent: true })).map(({ name }) => name) : [],
  );
}

test("every page of text is also Markdown on request, and Vary says so", async () => {
  for (const path of [
    "/",
    "/documentation",
    "/documentation/limits",
    "/documentation/errors",
    "/documentation/qr",
    "/documentation/qr/get-generate",
    "/problems/invalid_input",
    "/services",
    "/signup",
    "/status",
    "/try",
  ]) {
    expect(await markdownAt(path)).toStartWith("# ");
    const { headers } = await hub.get(path, browser);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("vary")).toContain("Accept");
    expect(headers.get("link")).toContain(`<${path}>; rel="alternate"; type="text/markdown"`);
  }
});

test.each([
  ["text/markdown, text/html, */*", "text/markdown"],
  ["text/html;q=0.9, text/markdown", "text/markdown"],
  ["text/markdown;q=0.5, text/html", "text/html"],
  ["text/markdown;q=0, */*", "text/html"],
  ["text/*", "text/html"],
  ["*/*", "text/html"],
])("a client that accepts %s gets %s", async (accept, type) => {
  const { headers } = await hub.get("/documentation/qr", { accept });
  expect(headers.get("content-type")).toStartWith(type);
});

test("a JSON resource is Markdown for clients that name it, and an error stays JSON", async () => {
  for (const path of ["/status", "/services", "/try"]) {
    const { headers } = await hub.get(path, { accept: "text/markdown, */*;q=0.1" });
    expect(headers.get("content-type")).toStartWith("text/markdown");
  }
  const missing = await hub.get("/documentation/none", { accept: "text/markdown" });
  expect(await json(missing)).toMatchObject({ status: 404, code: "not_found" });
});

test("all error codes are in the Markdown of /documentation/errors", async () => {
  const { codes } = read(await markdownAt("/documentation/errors"));
  for (const { code } of listFailures(plugins)) expect(codes).toContain(code);
});

test("samples contain the URL of the hub that was called", async () => {
  const unnamed = docsHub([samplePlugin], { baseUrl: () => undefined });
  expect(await markdownAt("/documentation/sample/post-order", unnamed)).toContain(
    "http://localhost/api/",
  );
});

test("a form is described by its fields", async () => {
  expect(await markdownAt("/signup")).toMatch(/Form: `POST \/signup` with `email`/);
});

test("/llms-full.txt has every page of the documentation", async () => {
  const whole = await (await hub.get("/llms-full.txt")).text();
  const services = [...plugins, hub.view.own].flatMap((plugin) => [
    `/documentation/${plugin.name}`,
    ...[...selectDocumentedRoutes(plugin), ...plugin.open].map((one) =>
      buildEndpointPath(plugin, one),
    ),
  ]);
  const pages = ["/documentation", "/documentation/limits", "/documentation/errors", ...services];
  for (const path of pages) expect(whole).toContain(await markdownAt(path));
});
