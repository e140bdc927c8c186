import { expect, test } from "bun:test";
import { pathToFileURL } from "node:url";
import { loadAll } from "../core/host/load/load-all.ts";
import { openTable } from "../core/lib/data-file.ts";
import { searchDocumentation } from "../core/site/docs/search/search.ts";
import { searchEndpoints } from "../core/site/mcp/search-endpoints.ts";
import { docsHub } from "../core/testing/docs-hub.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`]);
const { view } = docsHub(plugins);

const readWords = openTable(pathToFileURL(`${import.meta.dir}/fixtures/search-words.tsv`), {
  words: "text",
  path: "text",
});

/** The share of the words whose first result must be the right one. */
const shareMin = 0.95;

test("people find the endpoint for the names of other tools first", async () => {
  const words = readWords();
  const missed: string[] = [];
  for (const { words: query, path } of words) {
    const [first] = await searchDocumentation(view, query, 1);
    if (first?.detail.split(" ")[1] !== path) missed.push(`${query}: ${first?.detail}`);
  }
  expect(words.length).toBeGreaterThanOrEqual(500);
  expect(missed.length > words.length * (1 - shareMin) ? missed : []).toEqual([]);
});

test("agents find it among the first three", async () => {
  const words = readWords();
  const missed: string[] = [];
  for (const { words: query, path } of words) {
    const found = await searchEndpoints(plugins, { query, limit: 3 });
    const paths = found.map(({ loaded }) => loaded.path.replace(/:(\w+)/g, "{$1}"));
    if (!paths.includes(path)) missed.push(`${query}: ${paths}`);
  }
  expect(missed.length > words.length * (1 - shareMin) ? missed : []).toEqual([]);
});

test("half of a name, or a name with other words, finds it among the first three", async () => {
  const words = readWords().filter(({ words }) => words.includes(" "));
  const missed: string[] = [];
  for (const { words: query, path } of words) {
    const found = await searchDocumentation(view, `online ${query} tool`, 3);
    if (!found.some(({ detail }) => detail.split(" ")[1] === path)) missed.push(query);
  }
  expect(missed.length > words.length * 0.1 ? missed : []).toEqual([]);
});
