import { oneOf, type Static, t } from "hub";
import { describeHost } from "hub/net";
import url from "../plugin.ts";
import { devices, type Link, type Rule } from "./link.ts";
import { parseDomains } from "./target.ts";

const { limits } = url;

const nullable = <Schema extends Parameters<typeof t.Union>[0][number]>(
  schema: Schema,
  description: string,
) => t.Union([schema, t.Null()], { description });

/** Other target for some visitors. */
export const ruleBody = t.Object({
  countries: t.Optional(
    t.Array(t.String({ maxLength: 2 }), {
      minItems: 1,
      maxItems: limits.ruleValuesMax,
      description: "Countries (ISO 3166-1) in which the visitor's IP address can be registered",
    }),
  ),
  devices: t.Optional(
    t.Array(oneOf(devices), {
      minItems: 1,
      maxItems: devices.length,
      description:
        "Devices by their User-Agent. `mobile`: iOS or Android. `desktop`: the others. iPads can count as `macos`",
    }),
  ),
  languages: t.Optional(
    t.Array(t.String({ maxLength: 35 }), {
      minItems: 1,
      maxItems: limits.ruleValuesMax,
      description:
        "Languages that the visitor's browser can prefer most, such as `de` for all kinds of German or `pt-BR`",
    }),
  ),
  from: t.Optional(t.String({ maxLength: 40, description: "First moment (RFC 3339)" })),
  until: t.Optional(
    t.String({ maxLength: 40, description: "Moment from which it no longer applies (RFC 3339)" }),
  ),
  url: t.String({ minLength: 1, maxLength: limits.urlMax, description: "Target URL" }),
});

/** Response fields of a link. */
export const linkFields = {
  code: t.String({ description: "Code in the short URL" }),
  short_url: t.String({ description: "Short URL" }),
  preview_url: t.String({ description: "URL of the preview page, which shows the target" }),
  qr_url: t.String({
    description:
      "URL of the QR code in SVG, which needs no API key. With `.png` instead of `.svg`, it is a PNG",
  }),
  original_url: t.String({ description: "Target URL, normalised according to the URL standard" }),
  warnings: t.Array(oneOf(["punycode", "mixed_scripts", "lookalike"]), {
    description:
      "Doubts about the host names of the target, of `expired_url` and of `rules`. `punycode`: it has non-ASCII characters. `mixed_scripts`: it mixes alphabets. `lookalike`: it imitates Latin letters",
  }),
  title: nullable(t.String(), "Title"),
  tags: t.Array(t.String(), { description: "Tags" }),
  forward_query: t.Boolean({
    description: "Whether the visitor's query parameters are added to the target URL",
  }),
  created_at: t.String({ description: "Time of creation (RFC 3339)" }),
  updated_at: t.String({ description: "Time of the last change" }),
  expires_at: nullable(t.String(), "Expiry time. Null if the link does not expire"),
  expired_url: nullable(
    t.String(),
    "URL to which the link redirects after its expiry time or click limit. Null if it returns 410",
  ),
  max_clicks: nullable(t.Integer(), "Maximum number of redirects. Null if there is no limit"),
  permanent: t.Boolean({ description: "Whether it redirects with 301 instead of 302" }),
  rules: t.Array(ruleBody, {
    description: "Other targets for some visitors: the first rule that applies counts",
  }),
  webhook_url: nullable(t.String(), "URL that receives the clicks. Null if there is none"),
  has_password: t.Boolean({ description: "Whether visitors must enter a password" }),
  enabled: t.Boolean({ description: "Whether the link is enabled" }),
};

/** Fields that can be set when a link is created or updated. */
const editableFields = {
  url: t.String({
    minLength: 1,
    maxLength: limits.urlMax,
    description:
      "Target URL, starting with https:// or http://, or with the scheme of an app that the operator allows. Spaces and international characters are encoded. It must not point to the hub itself",
  }),
  title: t.String({ minLength: 1, maxLength: limits.titleMax, description: "Title of the link" }),
  tags: t.Array(t.String({ minLength: 1, maxLength: limits.tagMax }), {
    maxItems: limits.tagsMax,
    uniqueItems: true,
    description: "Tags of the link",
  }),
  forward_query: t.Boolean({
    description:
      "Whether to add the visitor's query parameters to the target URL. Parameters that the target already has take precedence",
  }),
  permanent: t.Boolean({
    description:
      "Whether to redirect with 301 instead of 302. Search engines then count the link as its target, and some clients remember it",
  }),
  rules: t.Array(ruleBody, {
    maxItems: limits.rulesMax,
    description:
      "Other targets by country, device, language and time. A rule applies to visitors who meet all of its conditions, with one value of each list. The first rule that applies counts, and `url` is the target of all other visitors",
  }),
  webhook: t.Object(
    {
      url: t.String({
        minLength: 1,
        maxLength: 2000,
        description: "URL that receives a signed `link.clicked` message (Standard Webhooks)",
      }),
      secret: t.String({
        maxLength: 100,
        writeOnly: true,
        description: "Signing secret: `whsec_` and 24 to 64 bytes in Base64",
      }),
    },
    {
      description:
        "Program that learns of clicks. At most once a second, it receives the number of clicks since the last message, by referrer, browser, operating system, country, hour and campaign",
    },
  ),
  expires_at: t.String({
    maxLength: 40,
    description: "Expiry time (RFC 3339), such as 2030-01-31T12:00:00Z",
  }),
  expired_url: t.String({
    minLength: 1,
    maxLength: limits.urlMax,
    description: "URL to which the link redirects after its expiry time or click limit",
  }),
  max_clicks: t.Integer({
    minimum: 1,
    maximum: limits.clicksMax,
    description: "Number of redirects after which the link expires",
  }),
  password: t.String({
    minLength: limits.passwordMin,
    maxLength: limits.passwordMax,
    writeOnly: true,
    description: "Password that visitors must enter to follow the link",
  }),
};

const utmFields = t.Object(
  {
    source: utmParameter("source"),
    medium: utmParameter("medium"),
    campaign: utmParameter("campaign"),
    term: utmParameter("term"),
    content: utmParameter("content"),
  },
  { description: "Campaign parameters to set in the target URL and in those of the rules" },
);

/** Request body that creates a link. */
export const shortenBody = t.Object({
  url: editableFields.url,
  code: t.Optional(
    t.String({
      minLength: limits.codeMin,
      maxLength: limits.codeMax,
      description:
        "Custom code of letters and digits of any script, `_` and `-`. It is not case-sensitive. The default is a random code",
    }),
  ),
  title: t.Optional(editableFields.title),
  tags: t.Array(editableFields.tags.items, { ...editableFields.tags, default: [] }),
  expires_in: t.Optional(
    t.Integer({
      minimum: limits.expiresInSecondsMin,
      maximum: limits.expiresInSecondsMax,
      description: "Number of seconds until the link expires",
    }),
  ),
  expires_at: t.Optional(editableFields.expires_at),
  expired_url: t.Optional(editableFields.expired_url),
  domain: t.Optional(
    t.String({
      maxLength: 260,
      description:
        "Host of the short URL, if the operator offers others than the hub's, such as `go.example.com`",
    }),
  ),
  max_clicks: t.Optional(editableFields.max_clicks),
  password: t.Optional(editableFields.password),
  reuse: t.Boolean({
    default: true,
    description:
      "Whether to return an identical link of yours if there is one. Links with a password, an expiry time or a click limit are never reused",
  }),
  forward_query: t.Boolean({ ...editableFields.forward_query, default: false }),
  permanent: t.Optional(editableFields.permanent),
  utm: t.Optional(utmFields),
  rules: t.Optional(editableFields.rules),
  webhook: t.Optional(editableFields.webhook),
});

/** Request body that updates a link. Null removes a value. */
export const editBody = t.Object({
  url: t.Optional(editableFields.url),
  title: t.Optional(
    t.Union([editableFields.title, t.Null()], { description: "Title of the link" }),
  ),
  tags: t.Optional(editableFields.tags),
  forward_query: t.Optional(editableFields.forward_query),
  permanent: t.Optional(editableFields.permanent),
  rules: t.Optional(editableFields.rules),
  webhook: t.Optional(
    t.Union([editableFields.webhook, t.Null()], { description: "Program that learns of clicks" }),
  ),
  expires_at: t.Optional(
    t.Union([editableFields.expires_at, t.Null()], { description: "Expiry time (RFC 3339)" }),
  ),
  expired_url: t.Optional(
    t.Union([editableFields.expired_url, t.Null()], {
      description: "URL to which the link redirects after its expiry time or click limit",
    }),
  ),
  utm: t.Optional(utmFields),
  max_clicks: t.Optional(
    t.Union([editableFields.max_clicks, t.Null()], {
      description: "Maximum number of redirects, counted from when the limit was first set",
    }),
  ),
  password: t.Optional(
    t.Union([editableFields.password, t.Null()], {
      description: "Password that visitors must enter",
      writeOnly: true,
    }),
  ),
  enabled: t.Optional(
    t.Boolean({ description: "Whether the link is enabled. A disabled link returns 410" }),
  ),
});

function utmParameter(name: string) {
  const description = `Value of \`utm_${name}\``;
  return t.Optional(t.String({ minLength: 1, maxLength: limits.utmMax, description }));
}

type LinkAnswer = { [Name in keyof typeof linkFields]: Static<(typeof linkFields)[Name]> };

/** The origins of short URLs: the hub's own, and those in `HUB_URL_DOMAINS`. */
export interface Origins {
  origin: string;
  env: { HUB_URL_DOMAINS?: readonly string[] };
}

/** Builds the response that describes a link to its owner. */
export function buildLinkResponse(link: Link, origins: Origins): LinkAnswer {
  const short = buildShortUrl(link, origins);
  return {
    code: link.code,
    short_url: short,
    preview_url: `${short}+`,
    qr_url: `${short}/qr.svg`,
    original_url: link.url,
    warnings: listWarnings(link),
    title: link.title,
    tags: link.tags,
    forward_query: link.forward_query,
    created_at: formatTime(link.created_at),
    updated_at: formatTime(link.updated_at),
    expires_at: link.expires_at === null ? null : formatTime(link.expires_at),
    expired_url: link.expired_url ?? null,
    max_clicks: link.max_clicks,
    permanent: link.permanent ?? false,
    rules: (link.rules ?? []).map(formatRule),
    webhook_url: link.webhook?.url ?? null,
    has_password: link.password !== null,
    enabled: link.enabled,
  };
}

/** Formats a rule as in requests and responses. */
export function formatRule({ from, until, ...rule }: Rule) {
  return {
    ...rule,
    ...(from !== undefined && { from: formatTime(from) }),
    ...(until !== undefined && { until: formatTime(until) }),
  };
}

function listWarnings({ url, expired_url, rules = [] }: Link): LinkAnswer["warnings"] {
  const targets = [url, ...(expired_url ? [expired_url] : []), ...rules.map(({ url }) => url)];
  const hosts = targets.filter((one) => one.startsWith("http")).map((one) => new URL(one).hostname);
  const warnings = hosts.flatMap((host) => describeHost(host).warnings);
  return [...new Set(warnings)];
}

/** Formats a Unix time in milliseconds as in responses. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns the short URL of a link, on the hub's own domain if the operator no longer offers that of the link. */
export function buildShortUrl({ code, domain }: Link, { origin, env }: Origins): string {
  const isOffered = domain && parseDomains(env.HUB_URL_DOMAINS).includes(domain);
  return `${isOffered ? domain : origin}/s/${encodeURIComponent(code)}`;
}
