import { isLoopback } from "hub/net";
import type { Doors } from "../doors.ts";
import url from "../plugin.ts";
import { readWebAddress } from "../web-address.ts";

/** Campaign parameters, by their names without `utm_`. */
type Utm = Partial<Record<(typeof utmNames)[number], string | undefined>>;

const utmNames = ["source", "medium", "campaign", "term", "content"] as const;

export interface TargetOptions {
  /** Origin of the hub. Links to it are rejected. */
  origin: string;
  /** Other origins of short URLs. Links to them are rejected, too. */
  domains: readonly string[];
  /** The hosts that the operator has blocked. */
  blocked: readonly string[];
  /** The schemes of apps that the operator allows. */
  schemes: readonly string[];
  utm?: Utm | undefined;
}

/** Parses the origins of short URLs that the operator set. */
export function parseDomains(entries: readonly string[] = []): string[] {
  return entries
    .map((entry) => URL.parse(entry.includes("://") ? entry : `https://${entry}`)?.origin ?? "")
    .filter((origin) => origin.startsWith("http"));
}

/** Returns the rules of this hub for targets: its own addresses, and the operator's settings. */
export function readTargetRules({ origin, env }: Pick<Doors, "origin" | "env">) {
  return {
    origin,
    domains: parseDomains(env.HUB_URL_DOMAINS),
    blocked: env.HUB_URL_BLOCKED,
    schemes: env.HUB_URL_SCHEMES,
  };
}

/** Parses and normalises the target URL of a link. */
export function parseTarget(
  given: string,
  { origin, domains, blocked, schemes, utm = {}, at = "body.url" }: TargetOptions & { at?: string },
): string {
  const target = readWebAddress(given, { at, schemes });
  if ([origin, ...domains].some((own) => isOwnHost(target, new URL(own))))
    throw url.error("link_loop", `${at} must not point to this hub itself: it is "${given}"`, {
      at,
    });
  if (isBlocked(target, blocked))
    throw url.error(
      "url_blocked",
      `The operator of this hub has blocked links to "${target.hostname}"`,
    );
  addUtm(target, utm);
  const { urlMax } = url.limits;
  if (target.href.length > urlMax)
    throw url.error(
      "invalid_input",
      `${at} must have at most ${urlMax} characters when encoded: it has ${target.href.length}`,
      { at },
    );
  return target.href;
}

/** Returns whether the host of a URL, or a parent domain, is blocked. */
export function isBlocked({ hostname }: URL, blocked: readonly string[]): boolean {
  const host = hostname.replace(/\.$/, "");
  return parseHosts(blocked).some((entry) => host === entry || host.endsWith(`.${entry}`));
}

/** Parses hosts, each with or without `*.`. */
function parseHosts(entries: readonly string[]): string[] {
  return entries
    .map((entry) => URL.parse(`http://${entry.replace(/^\*?\./, "")}`)?.hostname ?? "")
    .filter(Boolean);
}

/** Ports 80 and 443 count as one, because a hub usually redirects from one to the other. */
function isOwnHost(target: URL, own: URL): boolean {
  return normalizeHost(target) === normalizeHost(own) && getPort(target) === getPort(own);
}

function normalizeHost({ hostname }: URL): string {
  const host = hostname.replace(/\.$/, "");
  return isLoopback(host) || host === "0.0.0.0" ? "localhost" : host;
}

function getPort({ port }: URL): string {
  return port === "80" || port === "443" ? "" : port;
}

/** Sets campaign parameters and leaves all others as written. */
function addUtm(target: URL, utm: Utm): void {
  const set = utmNames.flatMap((name) => (utm[name] ? [[`utm_${name}`, utm[name]] as const] : []));
  // Otherwise, a trailing question mark would be lost.
  if (set.length === 0) return;
  const remaining = target.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !set.some(([name]) => pair.split("=")[0] === name));
  // A lone surrogate becomes U+FFFD, as in URLs everywhere.
  const added = set.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  target.search = [...remaining, ...added].join("&");
}
