import { HubError } from "../../contract/errors.ts";
import { contains, parseAddress, parseBlock } from "../../lib/ip-address.ts";
import type { KeyRecord } from "../store/records.ts";
import type { Target } from "./access.ts";

/** What a key is used for. */
interface KeyUse {
  readonly request: Request;
  /** What it asks for; nothing where that is no route. */
  readonly target: Target | undefined;
  address(): string;
}

/** Says why a key may not be used so. */
export type KeyGuard = (use: KeyUse) => HubError | undefined;

/** The name among a key's services that stands for the keys of its account. */
export const accountService = "account";

/** Makes what holds a key to its restrictions. Nothing: it has none that a use could break. */
export function guardOf({ kind, restrictions }: KeyRecord): KeyGuard | undefined {
  const { services, addresses, routes, referrers } = restrictions;
  const guards = [
    services && byService(services),
    addresses && byAddress(addresses),
    kind === "publishable" ? byRoute(routes ?? []) : undefined,
    referrers && byReferrer(referrers),
  ].filter((guard) => guard !== undefined);
  if (guards.length === 0) return undefined;
  return (use) => {
    for (const guard of guards) {
      const refusal = guard(use);
      if (refusal) return refusal;
    }
    return undefined;
  };
}

/** Whether a key may manage the keys of its account. */
export function mayManage({ kind, restrictions: { services } }: KeyRecord): boolean {
  return kind === "secret" && (services === undefined || services.includes(accountService));
}

function byService(services: readonly string[]): KeyGuard {
  const allowed = new Set(services);
  return ({ target }) =>
    target === undefined || allowed.has(target.service)
      ? undefined
      : refuse(`The API key may call ${services.join(", ")}, and not ${target.service}`);
}

function byAddress(addresses: readonly string[]): KeyGuard {
  const blocks = addresses.flatMap((text) => parseBlock(text) ?? []);
  return ({ address }) => {
    const own = parseAddress(address());
    return own && blocks.some((block) => contains(block, own))
      ? undefined
      : refuse(`The API key may not be used from the address ${address()}`);
  };
}

function byRoute(routes: readonly string[]): KeyGuard {
  // As the router has them.
  const allowed = new Set(routes.map((path) => `GET ${path.replace(/\{(\w+)\}/g, ":$1")}`));
  return ({ target, request: { method } }) =>
    target && allowed.has(target.route) && (method === "GET" || method === "HEAD")
      ? undefined
      : refuse(
          `The API key is publishable, and only for GET ${routes.join(", ")}: a secret one begins with hub_`,
        );
}

function byReferrer(referrers: readonly string[]): KeyGuard {
  const isAllowed = (host: string) =>
    referrers.some((entry) =>
      entry.startsWith("*.") ? host.endsWith(entry.slice(1)) : host === entry,
    );
  return ({ request: { headers } }) => {
    const from = headers.get("referer") ?? headers.get("origin") ?? "";
    const host = URL.parse(from)?.hostname;
    if (host !== undefined && isAllowed(host)) return undefined;
    return refuse(
      host === undefined
        ? "The API key may be used on certain pages, and the request does not say which it is from"
        : `The API key may not be used on pages of ${host}`,
    );
  };
}

function refuse(detail: string): HubError {
  return new HubError("key_restricted", detail);
}
