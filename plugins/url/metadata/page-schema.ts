import { oneOf, t } from "hub";

/** Optional parts of the response. */
export const parts = ["og", "twitter", "jsonld", "links", "headers", "feeds", "oembed"] as const;

export type PagePart = (typeof parts)[number];

/** Sources of metadata within a page. */
const sources = ["og", "twitter", "jsonld", "microdata", "html", "h1", "img", "file"] as const;

/** Maximum number of images returned. */
export const imagesMax = 20;

/** Number of images and of icons that are measured. */
export const measuredMax = 5;

export type Source = (typeof sources)[number];

const text = (description: string) => t.String({ description });
const maybe = (description: string) => t.Union([t.String(), t.Null()], { description });
const size = (description: string) => t.Union([t.Integer(), t.Null()], { description });
const existence = (kind: string) =>
  t.Union([t.Boolean(), t.Null()], {
    description: `Whether the ${kind} exists. False if its host returns 404 or 410, null if it was not asked (only with \`measure=true\`) or returned no ${kind} that the hub can read`,
  });
const tags = (description: string) =>
  t.Optional(t.Record(t.String(), t.Union([t.String(), t.Array(t.String())]), { description }));
const feeds = (description: string) =>
  t.Optional(
    t.Array(t.Object({ url: text("URL"), type: text("Media type"), title: maybe("Title") }), {
      description,
    }),
  );

/** Response that describes a page. */
export const pageAnswer = t.Object({
  url: text("Requested URL, normalised according to the URL standard"),
  final_url: text("URL of the page after all redirects"),
  redirects: t.Array(
    t.Object({
      url: text("URL that redirected"),
      status: t.Integer({ description: "HTTP status of the redirect" }),
      via: oneOf(["http", "refresh"], {
        description: "`http`: by status and `Location`. `refresh`: by a `<meta>` tag of the page",
      }),
    }),
    { description: "Redirects, in order" },
  ),
  status: t.Integer({ description: "HTTP status of the page" }),
  dead_link: t.Union([t.Boolean(), t.Null()], {
    description:
      "Whether the page does not exist (404 or 410). Null for other errors, such as 403 or 503: the page can exist",
  }),
  content_type: maybe("Media type of the response. Null if it is missing"),
  charset: maybe(
    "Character encoding of the page, as named in the Encoding standard. Null if it is a file",
  ),
  charset_source: t.Union([oneOf(["bom", "header", "meta", "guess"]), t.Null()], {
    description: "Source of the encoding. `guess` means that it was detected. Null if it is a file",
  }),
  title: maybe("Title"),
  description: maybe("Description"),
  site_name: maybe("Name of the website"),
  author: maybe("Author. Several are separated by commas"),
  type: maybe(
    "Type of content, such as `article`, `website` or `Product`. `image`, `video`, `audio` or `pdf` if the URL leads to such a file",
  ),
  published_at: maybe(
    "Time of publication (RFC 3339), or only the day if the page has no time or no time zone",
  ),
  canonical: maybe("Canonical URL"),
  language: maybe("Language"),
  image: t.Union(
    [
      t.Object({
        url: text("URL"),
        width: size("Width, if the page declares it or it was measured"),
        height: size("Height, if the page declares it or it was measured"),
        alt: maybe("Alternative text"),
      }),
      t.Null(),
    ],
    { description: "Preview image. The image itself is only downloaded with `measure=true`" },
  ),
  images: t.Array(
    t.Object({
      url: text("URL"),
      width: size("Width, if the page declares it for this image or it was measured"),
      height: size("Height, if the page declares it for this image or it was measured"),
      measured: t.Boolean({ description: "Whether the size was read from the image" }),
      exists: existence("image"),
      alt: maybe("Alternative text"),
      source: oneOf(sources, { description: "Where the page names it" }),
    }),
    { description: `Images of the page, best first, at most ${imagesMax}` },
  ),
  theme_color: maybe("Theme colour for the browser's toolbar"),
  robots: maybe("Instructions for search engines (robots meta tag)"),
  sources: t.Record(t.String(), oneOf(sources), {
    description:
      "Sources of these fields: Open Graph, Twitter card, JSON-LD, microdata, other tags (`html`), the first heading (`h1`), an image of the content (`img`), or the file that the URL leads to (`file`)",
  }),
  favicon: text("URL of the best icon, or `/favicon.ico` if the page declares none"),
  favicon_source: oneOf(["page", "default"], {
    description:
      "`page`: the page declares the icon. `default`: it declares none that exists, and browsers try this URL",
  }),
  favicon_exists: existence("icon"),
  favicons: t.Array(
    t.Object({
      url: text("URL"),
      rel: text("Link relation"),
      type: maybe("Media type"),
      sizes: maybe("Sizes that the page declares"),
      width: size("Width in pixels, if it was measured"),
      height: size("Height in pixels, if it was measured"),
      exists: existence("icon"),
    }),
    { description: "All icons of the page, best first" },
  ),
  host: text("Host name in Unicode"),
  warnings: t.Array(
    oneOf([
      ...(["https_downgrade", "punycode", "mixed_scripts", "lookalike"] as const),
      ...(["truncated", "incomplete", "challenge"] as const),
    ]),
    {
      description:
        "`https_downgrade`: a redirect led from https to http. `punycode`: the host name has non-ASCII characters. `mixed_scripts`: it mixes alphabets. `lookalike`: it imitates Latin letters. `truncated`: only the first part of the page was read. `incomplete`: the connection ended before the page did. `challenge`: the host returned a test for bots instead of the page, so the metadata is that of the test",
    },
  ),
  og: tags("Open Graph tags without the prefix `og:`, and `article:` tags"),
  twitter: tags("Twitter card tags without the prefix `twitter:`"),
  jsonld: t.Optional(
    t.Array(t.Record(t.String(), t.Unknown()), {
      description: "JSON-LD objects of the page. The objects of a graph are listed individually",
    }),
  ),
  links: t.Optional(
    t.Array(
      t.Object({
        rel: text("Link relation"),
        url: text("URL"),
        type: t.Optional(text("Media type")),
        sizes: t.Optional(text("Sizes")),
        title: t.Optional(text("Title")),
        hreflang: t.Optional(text("Language")),
      }),
      { description: "All `<link>` tags of the page" },
    ),
  ),
  headers: t.Optional(
    t.Record(t.String(), t.String(), {
      description: "Response headers, without cookies",
    }),
  ),
  feeds: feeds("RSS, Atom and JSON feeds"),
  oembed: feeds("Embedding endpoints of the page (oEmbed)"),
  truncated: t.Boolean({ description: "Whether only the first part of the page was read" }),
  fetched_bytes: t.Integer({ description: "Number of bytes read, after decompression" }),
  duration_ms: t.Integer({ description: "Duration in milliseconds" }),
});
