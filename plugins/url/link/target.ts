import url from "../plugin.ts";
import { readWebAddress } from "../web-address.ts";

/** The parameters of a campaign, by what stands behind `utm_` in their names. */
type Utm = Partial<Record<(typeof utmNames)[number], string | undefined>>;

const utmNames = ["source", "medium", "campaign", "term", "content"] as const;

export interface TargetOptions {
  /** The address of the hub, to which no link may lead. */
  origin: string;
  /** The operator's list of hosts that no link may lead to. */
  blocked: string | undefined;
  utm?: Utm | undefined;
}

/** Reads the address that a link is to lead to, in the spelling of the URL standard. */
export function targetOf(given: string, { origin, blocked, utm = {} }: TargetOptions): string {
  const target = readWebAddress(given, "body.url");
  if (isOwnHost(target, new URL(origin)))
    throw url.error("link_loop", `body.url must not lead to this hub itself: it is "${given}"`, {
      at: "body.url",
    });
  if (isBlocked(target, blocked))
    throw url.error(
      "url_blocked",
      `The operator of this hub wants no links to "${target.hostname}"`,
    );
  addUtm(target, utm);
  const { urlMax } = url.limits;
  if (target.href.length > urlMax)
    throw url.error(
      "invalid_input",
      `body.url must have at most ${urlMax} characters when encoded: it has ${target.href.length}`,
      { at: "body.url" },
    );
  return target.href;
}

/** Whether an address is at a host of the operator's list, or below one. */
export function isBlocked({ hostname }: URL, list: string | undefined): boolean {
  const host = hostname.replace(/\.$/, "");
  return hostsIn(list).some((entry) => host === entry || host.endsWith(`.${entry}`));
}

/** Hosts between commas, with or without `*.` before them. */
function hostsIn(list = ""): string[] {
  return list
    .split(",")
    .map((entry) => URL.parse(`http://${entry.trim().replace(/^\*?\./, "")}`)?.hostname ?? "")
    .filter(Boolean);
}

/** Both of the web's own ports count as one: a hub on one usually sends on from the other. */
function isOwnHost(target: URL, own: URL): boolean {
  return machineOf(target) === machineOf(own) && portOf(target) === portOf(own);
}

function machineOf({ hostname }: URL): string {
  const host = hostname.replace(/\.$/, "");
  const isLoopback = host === "localhost" || host === "[::1]" || host.startsWith("127.");
  return isLoopback || host === "0.0.0.0" ? "localhost" : host;
}

function portOf({ port }: URL): string {
  return port === "80" || port === "443" ? "" : port;
}

/** The other parameters stay as they were written. */
function addUtm(target: URL, utm: Utm): void {
  const set = utmNames.flatMap((name) => (utm[name] ? [[`utm_${name}`, utm[name]] as const] : []));
  // A question mark with nothing behind it would go.
  if (set.length === 0) return;
  const kept = target.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !set.some(([name]) => pair.split("=")[0] === name));
  // Half a character becomes U+FFFD, as in addresses everywhere.
  const added = set.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  target.search = [...kept, ...added].join("&");
}
