import { type Static, t } from "hub";
import url from "../plugin.ts";
import { codePattern } from "./code.ts";
import type { Link } from "./link.ts";

const { limits } = url;

const nullable = <Schema extends Parameters<typeof t.Union>[0][number]>(
  schema: Schema,
  description: string,
) => t.Union([schema, t.Null()], { description });

/** What is answered of a link. */
export const linkFields = {
  code: t.String({ description: "The code in the short address" }),
  short_url: t.String({ description: "The short address" }),
  preview_url: t.String({ description: "A page that shows where the link leads" }),
  qr_url: t.String({ description: "A QR code of the short address, as an SVG that needs no key" }),
  original_url: t.String({ description: "Where the link leads, as the URL standard writes it" }),
  title: nullable(t.String(), "The link's name"),
  tags: t.Array(t.String(), { description: "The link's tags" }),
  forward_query: t.Boolean({ description: "Whether a visitor's parameters are passed on" }),
  created_at: t.String({ description: "When it was made: RFC 3339" }),
  updated_at: t.String({ description: "When it was last changed" }),
  expires_at: nullable(t.String(), "When it ends; null for a link that does not"),
  max_clicks: nullable(
    t.Integer(),
    "How many redirects it gives; null for as many as are asked for",
  ),
  has_password: t.Boolean({ description: "Whether visitors are asked for a password" }),
  enabled: t.Boolean({ description: "Whether its owner has it switched on" }),
};

/** What may be said of a link when it is made, and when it is changed. */
const askedFields = {
  url: t.String({
    minLength: 1,
    maxLength: limits.urlMax,
    description: "Where the link is to lead: https:// or http://, and not this hub itself",
  }),
  title: t.String({ minLength: 1, maxLength: limits.titleMax, description: "A name for the link" }),
  tags: t.Array(t.String({ minLength: 1, maxLength: limits.tagMax }), {
    maxItems: limits.tagsMax,
    uniqueItems: true,
    description: "Tags to find it by",
  }),
  forward_query: t.Boolean({
    description:
      "Whether the parameters of a visitor's address are added to the target's own, which go first",
  }),
  expires_at: t.String({
    maxLength: 40,
    description: "When the link ends: RFC 3339, such as 2030-01-31T12:00:00Z",
  }),
  max_clicks: t.Integer({
    minimum: 1,
    maximum: limits.clicksMax,
    description: "How many redirects the link gives before it ends",
  }),
  password: t.String({
    minLength: limits.passwordMin,
    maxLength: limits.passwordMax,
    writeOnly: true,
    description: "What visitors must enter to follow the link",
  }),
};

/** The body that makes a link. */
export const shortenBody = t.Object({
  url: askedFields.url,
  code: t.Optional(
    t.String({
      minLength: limits.codeMin,
      maxLength: limits.codeMax,
      pattern: codePattern,
      description: "The code you would like, whose capitals then do not matter; random without it",
    }),
  ),
  title: t.Optional(askedFields.title),
  tags: t.Array(askedFields.tags.items, { ...askedFields.tags, default: [] }),
  expires_in: t.Optional(
    t.Integer({
      minimum: limits.expiresInSecondsMin,
      maximum: limits.expiresInSecondsMax,
      description: "After how many seconds the link ends",
    }),
  ),
  expires_at: t.Optional(askedFields.expires_at),
  max_clicks: t.Optional(askedFields.max_clicks),
  password: t.Optional(askedFields.password),
  reuse: t.Boolean({
    default: true,
    description:
      "Whether to answer with a link of yours that does the same, if it has no password and no end",
  }),
  forward_query: t.Boolean({ ...askedFields.forward_query, default: false }),
  utm: t.Optional(
    t.Object(
      {
        source: utmParameter("source"),
        medium: utmParameter("medium"),
        campaign: utmParameter("campaign"),
        term: utmParameter("term"),
        content: utmParameter("content"),
      },
      { description: "Parameters of a campaign, to be put into the address" },
    ),
  ),
});

/** The body that changes a link: a null takes away what was set. */
export const editBody = t.Object({
  url: t.Optional(askedFields.url),
  title: t.Optional(t.Union([askedFields.title, t.Null()], { description: "A name for the link" })),
  tags: t.Optional(askedFields.tags),
  forward_query: t.Optional(askedFields.forward_query),
  expires_at: t.Optional(
    t.Union([askedFields.expires_at, t.Null()], { description: "When the link ends: RFC 3339" }),
  ),
  max_clicks: t.Optional(
    t.Union([askedFields.max_clicks, t.Null()], {
      description: "How many redirects the link gives, counted from when it first had a limit",
    }),
  ),
  password: t.Optional(
    t.Union([askedFields.password, t.Null()], {
      description: "What visitors must know",
      writeOnly: true,
    }),
  ),
  enabled: t.Optional(t.Boolean({ description: "False switches the link off: it is then 410" })),
});

function utmParameter(name: string) {
  const description = `What \`utm_${name}\` is to be`;
  return t.Optional(t.String({ minLength: 1, maxLength: limits.utmMax, description }));
}

type LinkAnswer = { [Name in keyof typeof linkFields]: Static<(typeof linkFields)[Name]> };

/** What its owner is told of a link. */
export function linkAnswer(link: Link, origin: string): LinkAnswer {
  const short = shortAddress(link, origin);
  return {
    code: link.code,
    short_url: short,
    preview_url: `${short}+`,
    qr_url: `${short}/qr.svg`,
    original_url: link.url,
    title: link.title,
    tags: link.tags,
    forward_query: link.forward_query,
    created_at: momentText(link.created_at),
    updated_at: momentText(link.updated_at),
    expires_at: link.expires_at === null ? null : momentText(link.expires_at),
    max_clicks: link.max_clicks,
    has_password: link.password !== null,
    enabled: link.enabled,
  };
}

/** A time in milliseconds since 1970, as answers give it. */
export function momentText(ms: number): string {
  return new Date(ms).toISOString();
}

/** The address that a link is followed at. */
export function shortAddress({ code }: Link, origin: string): string {
  return `${origin}/s/${code}`;
}
