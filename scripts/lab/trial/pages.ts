import { json, testHub } from "../../../core/testing/mod.ts";
import { makePages, type PageTruth } from "./kit/pages.ts";
import type { Measurement, Row } from "./kit/row.ts";

/** Loads a package without its types, which include other types of Node than the hub's. */
const load = (name: string) => import(name);
const rules = "author date description image lang publisher title url".split(" ");

type FieldValues = Partial<Record<keyof PageTruth, unknown>>;

const count = 100;

export default {
  engine: "url/metadata",
  ours: ["plugins/url/metadata/*.ts"],
  theirs: ["metascraper", "open-graph-scraper", "unfurl.js"],
  measure: measurePages,
} satisfies Row;

/** Counts the pages of which each side reads a field, with one measurement for each field. */
async function measurePages(): Promise<Measurement[]> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
  const origin = `http://127.0.0.1:${server.port}`;
  // metascraper accepts only URLs with a public host name.
  const pages = makePages("https://news.example.com", count);
  function answer({ url }: Request): Response {
    const html = pages[Number(new URL(url).pathname.slice(1))]?.html.replaceAll(
      "https://news.example.com",
      origin,
    );
    return new Response(html, {
      status: html ? 200 : 404,
      headers: { "content-type": "text/html; charset=utf-8" },
    });
  }
  const hub = await testHub(`${import.meta.dir}/../../../plugins/url`, {
    net: {
      "news.example.com": ({ url }) =>
        new Response(pages[Number(new URL(url).pathname.slice(1))]?.html, {
          headers: { "content-type": "text/html; charset=utf-8" },
        }),
    },
  });
  const [{ default: metascraper }, { default: ogs }, { unfurl }] = await Promise.all(
    ["metascraper", "open-graph-scraper", "unfurl.js"].map(load),
  );
  const readers = await Promise.all(rules.map((rule) => load(`metascraper-${rule}`)));
  const scrape = metascraper(readers.map((reader) => reader.default()));
  const fields = Object.keys(pages[0]?.truth ?? {}) as (keyof PageTruth)[];
  const sides = ["ours", "metascraper", "open-graph-scraper", "unfurl.js"] as const;
  const right = new Map<string, number>();
  for (const [index, { html, truth }] of pages.entries()) {
    const url = `https://news.example.com/${index}`;
    const failed = () => undefined;
    const graph = await ogs({ html }).then((answer: { result: unknown }) => answer.result, failed);
    const unfurled = await unfurl(`${origin}/${index}`, { oembed: false }).catch(failed);
    const ours = await json(await hub.get(`/api/url/metadata?url=${url}`));
    const found: Record<(typeof sides)[number], FieldValues> = {
      ours: readFields(ours, paths.ours),
      metascraper: readFields(await scrape({ html, url }), paths.metascraper),
      "open-graph-scraper": readFields(graph, paths.ogs),
      "unfurl.js": readFields(unfurled, paths.unfurl),
    };
    for (const side of sides)
      for (const field of fields) {
        const isRight = isEqual(field, truth[field], found[side][field], origin);
        const name = `${side} ${field}`;
        if (isRight) right.set(name, (right.get(name) ?? 0) + 1);
      }
  }
  await server.stop(true);
  const score = (side: string, field: string) => right.get(`${side} ${field}`) ?? 0;
  return fields.map((field) => ({
    set: "pages made by scripts/lab",
    inputs: count,
    figure: `${field} as meant`,
    ours: score("ours", field),
    theirs: Object.fromEntries(
      sides
        // metascraper looks for icons in the network.
        .filter((side) => side !== "ours" && !(side === "metascraper" && field === "icon"))
        .map((side) => [side, score(side, field)]),
    ),
  }));
}

function isEqual(field: keyof PageTruth, wanted: string, found: unknown, origin: string): boolean {
  const text = String(found ?? "").replaceAll(origin, "https://news.example.com");
  if (field === "date")
    return (
      !Number.isNaN(Date.parse(text)) &&
      new Date(text).toISOString().slice(0, 10) === wanted.slice(0, 10)
    );
  if (field === "language") return text.slice(0, 2).toLowerCase() === wanted.slice(0, 2);
  if (field === "image" || field === "icon" || field === "canonical")
    return URL.parse(text, "https://news.example.com")?.href === wanted;
  return text.trim() === wanted;
}

/** Where each package has the fields: the first path with a value counts. */
const paths: Record<"ours" | "metascraper" | "ogs" | "unfurl", Record<keyof PageTruth, string>> = {
  ours: {
    ...{ title: "title", description: "description", image: "image.url", author: "author" },
    ...{ date: "published_at", publisher: "site_name", canonical: "canonical" },
    ...{ language: "language", icon: "favicon" },
  },
  metascraper: {
    ...{ title: "title", description: "description", image: "image", author: "author" },
    ...{ date: "date", publisher: "publisher", canonical: "url", language: "lang", icon: "logo" },
  },
  ogs: {
    title: "ogTitle twitterTitle dcTitle",
    description: "ogDescription twitterDescription dcDescription",
    image: "ogImage.0.url twitterImage.0.url",
    author: "author articleAuthor dcCreator",
    date: "articlePublishedTime ogDate dcDate",
    publisher: "ogSiteName articlePublisher",
    ...{ canonical: "ogUrl", language: "ogLocale", icon: "favicon" },
  },
  unfurl: {
    title: "open_graph.title twitter_card.title title",
    description: "open_graph.description twitter_card.description description",
    image: "open_graph.images.0.secure_url open_graph.images.0.url twitter_card.images.0.url",
    author: "author open_graph.article.author open_graph.article.authors.0",
    ...{ date: "open_graph.article.published_time", publisher: "open_graph.site_name" },
    ...{ canonical: "canonical_url open_graph.url", language: "open_graph.locale" },
    icon: "favicon",
  },
};

function readFields(page: unknown, from: Record<keyof PageTruth, string>): FieldValues {
  const read = (path: string) =>
    path
      .split(".")
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], page);
  return Object.fromEntries(
    Object.entries(from).map(([field, all]) => [
      field,
      all
        .split(" ")
        .map(read)
        .find((value) => value !== undefined && value !== null),
    ]),
  );
}
