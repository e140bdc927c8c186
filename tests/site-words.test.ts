import { expect, test } from "bun:test";
import { pathToFileURL } from "node:url";
import { loadAll } from "../core/host/load/load-all.ts";
import { openTable } from "../core/lib/data-file.ts";
import { searchDocumentation } from "../core/site/docs/search/search.ts";
import { docsHub } from "../core/testing/docs-hub.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../plugins`]);
const { view } = docsHub(plugins);

const readWords = openTable(pathToFileURL(`${import.meta.dir}/fixtures/site-words.tsv`), {
  words: "text",
  href: "text",
});

/** The share of the words whose first result must be the right one. */
const shareMin = 0.95;

test("people find the page for the words of a task or an operator first", async () => {
  const missed: string[] = [];
  for (const { words, href } of readWords()) {
    const [first] = await searchDocumentation(view, words, 1);
    if (first?.href !== href) missed.push(`${words}: ${first?.href}`);
  }
  expect(readWords().length).toBeGreaterThanOrEqual(60);
  expect(missed.length > readWords().length * (1 - shareMin) ? missed : []).toEqual([]);
});

const readKeywords = openTable(new URL("../core/site/docs/search/keywords.tsv", import.meta.url), {
  href: "text",
  keywords: "list",
});

test("every page with keywords is found by each of them", async () => {
  const missed: string[] = [];
  for (const { href, keywords } of readKeywords())
    for (const words of keywords) {
      const found = await searchDocumentation(view, words.trim(), 3);
      if (!found.some((one) => one.href === href)) missed.push(`${words}: ${found[0]?.href}`);
    }
  expect(missed).toEqual([]);
});
