import { expect, test } from "bun:test";
import { docsHub } from "../../../testing/docs-hub.ts";
import { samplePlugin } from "../../../testing/sample-plugin.ts";
import { findGuide, listGuides } from "../guides/guides.ts";

const hub = docsHub([samplePlugin]);

test("the list of guides links to the page of each document", async () => {
  const page = await (await hub.get("/documentation/guides")).text();
  for (const { name, title } of listGuides()) {
    expect(page).toContain(`<a href="/documentation/guides/${name}"><strong>${title}</strong>`);
    expect((await hub.get(`/documentation/guides/${name}`)).status).toBe(200);
  }
});

test("a guide has an outline of its sections", async () => {
  const page = await (await hub.get("/documentation/guides/operating")).text();
  expect(page).toContain('<li><a href="#backups">Backups</a></li>');
  expect(page).toContain('<h2 id="backups">Backups</h2>');
});

test("links between documents lead to pages, and those to other files are text", async () => {
  for (const { name, start, rest } of listGuides()) {
    const markup = start.markup + rest.markup;
    const ids = new Set(Array.from(markup.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    for (const [, href = ""] of markup.matchAll(/<a href="([^"]+)"/g)) {
      if (href.startsWith("#")) expect(ids, `${name}: ${href}`).toContain(href.slice(1));
      expect(href, name).not.toContain(".md");
    }
  }
});

test("tables and code of a guide scroll by keyboard", async () => {
  const page = await (await hub.get("/documentation/guides/operating")).text();
  expect(page).toContain('<div class="wide" tabindex="0"><table>');
  expect(page).toContain('<pre tabindex="0"><code class="language-');
});

test("an unknown guide isn't found", async () => {
  const answer = await hub.get("/documentation/guides/nothing");
  expect(answer.status).toBe(404);
});

test("the configurations for MCP clients are JSON that leads to the hub", async () => {
  const { rest } = findGuide("clients");
  const blocks = [...rest.markup.matchAll(/<code class="language-json">([^<]*)/g)];
  expect(blocks).toHaveLength(3);
  for (const [, code = ""] of blocks) {
    const text = code.replaceAll("&quot;", '"');
    expect(JSON.parse(text)).toBeObject();
    expect(text).toContain('"http://localhost:3000/mcp"');
  }
});

test("commands of a guide name the hub that shows them", async () => {
  const page = await (await hub.get("/documentation/guides/clients")).text();
  expect(page).toContain("https://hub.example/mcp");
  expect(page).not.toContain("localhost:3000");
});
