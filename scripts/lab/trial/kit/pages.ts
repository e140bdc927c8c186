import { seededRandom } from "../../../../core/testing/mod.ts";

/** The metadata that a made page is meant to have. */
export interface PageTruth {
  title: string;
  description: string;
  image: string;
  author: string;
  date: string;
  publisher: string;
  canonical: string;
  language: string;
  icon: string;
}

/** A made page with its metadata. */
interface MadePage {
  html: string;
  truth: PageTruth;
}

type Part = "head" | "body" | "html" | "ld";
/** A way in which pages on the web give a field: the part of the page, and its text. */
type Carrier = (truth: PageTruth) => readonly (readonly [part: Part, text: string])[];

const head =
  (write: (truth: PageTruth) => string): Carrier =>
  (truth) => [["head", write(truth)]];
const body =
  (write: (truth: PageTruth) => string): Carrier =>
  (truth) => [["body", write(truth)]];
const ld =
  (write: (truth: PageTruth) => object): Carrier =>
  (truth) => [["ld", JSON.stringify(write(truth)).slice(1, -1)]];
const meta = (name: string, field: keyof PageTruth, attribute = "name") =>
  head((truth) => `<meta ${attribute}="${name}" content="${escapeHtml(truth[field])}">`);

const carriers: Record<keyof PageTruth, readonly Carrier[]> = {
  title: [
    (truth) => [
      ["head", `<meta property="og:title" content="${escapeHtml(truth.title)}">`],
      ["head", `<title>${escapeHtml(truth.title)} | ${escapeHtml(truth.publisher)}</title>`],
    ],
    head(({ title }) => `<title>\n  ${escapeHtml(title)}\n</title>`),
    meta("twitter:title", "title"),
    ld(({ title }) => ({ headline: title })),
    body(({ title }) => `<h1>${escapeHtml(title)}</h1>`),
    body(({ title }) => `<h1 itemprop="headline"><span>${escapeHtml(title)}</span></h1>`),
  ],
  description: [
    meta("og:description", "description", "property"),
    meta("description", "description"),
    meta("twitter:description", "description"),
    meta("Description", "description"),
    ld(({ description }) => ({ description })),
    body(({ description }) => `<p itemprop="description">${escapeHtml(description)}</p>`),
  ],
  image: [
    meta("og:image", "image", "property"),
    meta("og:image:secure_url", "image", "property"),
    meta("og:image:url", "image", "property"),
    meta("twitter:image", "image"),
    meta("twitter:image:src", "image"),
    ld(({ image }) => ({ image })),
    ld(({ image }) => ({ image: { "@type": "ImageObject", url: image, width: 1200 } })),
    ld(({ image }) => ({ image: [image] })),
    head(({ image }) => `<link rel="image_src" href="${image}">`),
    body(
      ({ image }) => `<article><img src="/blank.gif" data-src="${image}" width="800"></article>`,
    ),
    body(
      ({ image }) =>
        `<img src="/dot.gif" width="1" height="1"><article><img src="${image}"></article>`,
    ),
  ],
  author: [
    meta("author", "author"),
    meta("article:author", "author", "property"),
    ld(({ author }) => ({ author: { "@type": "Person", name: author } })),
    ld(({ author }) => ({ author: [{ "@type": "Person", name: author }] })),
    ld(({ author }) => ({ author })),
    body(({ author }) => `<a rel="author" href="/by">${author}</a>`),
    body(
      ({ author }) =>
        `<span itemprop="author" itemscope><span itemprop="name">${author}</span></span>`,
    ),
    body(({ author }) => `<p class="byline">By <a href="/by">${author}</a></p>`),
    meta("dc.creator", "author"),
  ],
  date: [
    meta("article:published_time", "date", "property"),
    ld(({ date }) => ({ datePublished: date })),
    meta("date", "date"),
    meta("dc.date", "date"),
    meta("datePublished", "date", "itemprop"),
    body(({ date }) => `<time datetime="${date}" pubdate>then</time>`),
    body(
      ({ date }) =>
        `<article><time itemprop="datePublished" datetime="${date}">then</time></article>`,
    ),
    body(({ date }) => `<article><header><time datetime="${date}">then</time></header></article>`),
  ],
  publisher: [
    meta("og:site_name", "publisher", "property"),
    ld(({ publisher }) => ({ publisher: { "@type": "Organization", name: publisher } })),
    meta("application-name", "publisher"),
    meta("publisher", "publisher"),
    meta("apple-mobile-web-app-title", "publisher"),
  ],
  canonical: [
    head(({ canonical }) => `<link rel="canonical" href="${canonical}">`),
    meta("og:url", "canonical", "property"),
    head(({ canonical }) => `<link rel="canonical" href="${new URL(canonical).pathname}">`),
    head(({ canonical }) => `<link href="${canonical}" rel="Canonical">`),
  ],
  language: [
    (truth) => [["html", ` lang="${truth.language}"`]],
    (truth) => [["html", ` xml:lang="${truth.language}"`]],
    head(({ language }) => `<meta property="og:locale" content="${language.replace("-", "_")}">`),
    head(({ language }) => `<meta http-equiv="content-language" content="${language}">`),
    ld(({ language }) => ({ inLanguage: language })),
  ],
  icon: [
    head(({ icon }) => `<link rel="icon" href="${icon}" sizes="32x32">`),
    head(({ icon }) => `<link rel="shortcut icon" href="${icon}">`),
    head(({ icon }) => `<link rel="apple-touch-icon" href="${icon}">`),
    head(({ icon }) => `<link rel="icon" type="image/svg+xml" href="${icon}">`),
  ],
};

const firsts = ["Ada", "Émile", "José", "Mary-Jane", "Søren", "Nguyễn", "Grace", "Olu"];
const lasts = ["Lovelace", "O’Brien", "Müller", "García", "Van den Berg", "Okafor", "Kim"];
const nouns = ["Rivers", "Trams & Trains", "“Quoted” Words", "Bread", "Night Skies", "Old Maps"];
const places = ["in Lisbon", "of the North", "under <Glass>", "at 5 o’clock", "– a History"];
const sites = ["The Daily Example", "Beispiel & Söhne", "Exemple.fr", "Open Field Notes"];
const languages = ["en", "en-GB", "de", "fr-CA", "pt-BR", "ja"];

/** Makes pages on `origin`, each with every field, and each field given in one way. */
export function makePages(origin: string, count: number, seed = 55): MadePage[] {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[random.integer(list.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const title = `${pick(nouns)} ${pick(places)} ${index}`;
    const truth: PageTruth = {
      title,
      description: `What we know of ${title}, told by those who were there in the year ${1900 + index}.`,
      image: `${origin}/images/${index}.jpg`,
      author: `${pick(firsts)} ${pick(lasts)}`,
      date: `20${10 + random.integer(15)}-0${1 + random.integer(9)}-1${random.integer(10)}T08:30:00Z`,
      publisher: pick(sites),
      canonical: `${origin}/stories/${index}`,
      language: pick(languages),
      icon: `${origin}/icons/${index}.${pick(["png", "svg", "ico"])}`,
    };
    const fields = Object.keys(carriers) as (keyof PageTruth)[];
    const parts = Map.groupBy(
      fields.flatMap((field) => pick(carriers[field])(truth)),
      ([part]) => part,
    );
    const join = (part: Part, by = "\n") =>
      (parts.get(part) ?? []).map(([, text]) => text).join(by);
    const things = join("ld", ",");
    const script = things
      ? `<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle",${things}}</script>`
      : "";
    const html = `<!doctype html>\n<html${join("html", "")}><head><meta charset="utf-8">\n${join("head")}\n${script}</head>\n<body>${join("body")}<p>${"Text of the story. ".repeat(20)}</p></body></html>`;
    return { html, truth };
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
