import { oneOf, t } from "hub";

/** What may be answered of a page besides. */
export const parts = ["og", "twitter", "jsonld", "links", "headers", "feeds", "oembed"] as const;

export type Part = (typeof parts)[number];

/** Where a fact may be found. */
const sources = ["og", "twitter", "jsonld", "html"] as const;

export type Source = (typeof sources)[number];

const text = (description: string) => t.String({ description });
const maybe = (description: string) => t.Union([t.String(), t.Null()], { description });
const size = (description: string) => t.Union([t.Integer(), t.Null()], { description });
const tags = (description: string) =>
  t.Optional(t.Record(t.String(), t.Union([t.String(), t.Array(t.String())]), { description }));
const feeds = (description: string) =>
  t.Optional(
    t.Array(
      t.Object({ url: text("Where"), type: text("Its media type"), title: maybe("Its name") }),
      {
        description,
      },
    ),
  );

/** What is answered of a page. */
export const pageAnswer = t.Object({
  url: text("The address that was asked for, as the URL standard writes it"),
  final_url: text("Where the page was found"),
  redirects: t.Array(
    t.Object({
      url: text("An address on the way"),
      status: t.Integer({ description: "Its status" }),
    }),
    { description: "The way there, in order" },
  ),
  status: t.Integer({ description: "The status of the last answer" }),
  dead_link: t.Boolean({ description: "Whether the page does not exist: 404 or 410" }),
  content_type: maybe("The media type of the answer"),
  charset: text("How the page was read, by the encoding standard's name"),
  charset_source: oneOf(["bom", "header", "meta", "guess"], { description: "What says so" }),
  title: maybe("The title"),
  description: maybe("The description"),
  site_name: maybe("The site that it is part of"),
  author: maybe("Who wrote it"),
  type: maybe("What kind of thing it is: `article`, `website`, `Product` …"),
  published_at: maybe("When it was published: RFC 3339, or the day alone"),
  canonical: maybe("The address that it wants to be known by"),
  language: maybe("Its language"),
  image: t.Union(
    [
      t.Object({
        url: text("Where"),
        width: size("Its width, as far as the page says it"),
        height: size("Its height"),
        alt: maybe("What it shows, in words"),
      }),
      t.Null(),
    ],
    { description: "Its picture. Nothing but the page itself is fetched" },
  ),
  theme_color: maybe("The colour for a browser's frame"),
  robots: maybe("What the page asks of search engines"),
  sources: t.Record(t.String(), oneOf(sources), {
    description: "For each of these fields where it was found",
  }),
  favicon: text("The icon to show beside a link; `/favicon.ico` where the page names none"),
  favicons: t.Array(
    t.Object({
      url: text("Where"),
      rel: text("Its relation to the page"),
      type: maybe("Its media type"),
      sizes: maybe("Its sizes"),
    }),
    { description: "All icons that the page names, the best for a list of links first" },
  ),
  host: text("The host's name as people read it"),
  warnings: t.Array(
    oneOf(["https_downgrade", "punycode", "mixed_scripts", "lookalike", "truncated"]),
    {
      description:
        "The way led from https to http; the host's name is not ASCII, mixes alphabets or imitates Latin letters; the page is longer than what is read of it",
    },
  ),
  og: tags("The Open Graph tags, without `og:`, and those of articles"),
  twitter: tags("The tags of Twitter cards, without `twitter:`"),
  jsonld: t.Optional(
    t.Array(t.Record(t.String(), t.Unknown()), {
      description: "The things that it describes in JSON-LD, those of a graph one by one",
    }),
  ),
  links: t.Optional(
    t.Array(
      t.Object({
        rel: text("The relation"),
        url: text("Where"),
        type: t.Optional(text("The media type")),
        sizes: t.Optional(text("The sizes")),
        title: t.Optional(text("The name")),
        hreflang: t.Optional(text("The language")),
      }),
      { description: "All of its `<link>` tags" },
    ),
  ),
  headers: t.Optional(
    t.Record(t.String(), t.String(), {
      description: "The headers of the answer, cookies left out",
    }),
  ),
  feeds: feeds("Its feeds: RSS, Atom and JSON"),
  oembed: feeds("Where it is available for embedding"),
  truncated: t.Boolean({ description: "Whether the page is longer than the part that was read" }),
  fetched_bytes: t.Integer({ description: "How many bytes were read, after decompression" }),
  duration_ms: t.Integer({ description: "How long it took" }),
});
