import { HubError } from "../contract/errors.ts";
import { contains, containsBlock, parseAddress, parseBlock } from "../lib/ip-address.ts";
import type { Target } from "../platform/metrics/answers.ts";
import type { KeyRecord } from "../platform/store/records.ts";

/**
 * All that a key may do. Every check of a key reads this value and nothing else. `null` means that
 * nothing is restricted.
 */
export interface Rights {
  readonly kind: KeyRecord["kind"];
  /** The services it may call. */
  readonly services: readonly string[] | null;
  /** The paths it may call, as in the documentation. */
  readonly routes: readonly string[] | null;
  /** The methods it may call them with. GET includes HEAD. */
  readonly methods: readonly string[] | null;
  /** The addresses and networks it may be used from. */
  readonly addresses: readonly string[] | null;
  /** The hosts whose pages it may be used on. */
  readonly referrers: readonly string[] | null;
  /** Its own limits, below those of its account. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
  /** The counter of its own limits. Keys with the same counter share their limits. */
  readonly counterId: number | null;
  /** The expiry time, in milliseconds since 1970. */
  readonly expiresAt: number | null;
  /** Whether it may manage keys of its account: those within its own rights. */
  readonly managesKeys: boolean;
}

/** A restriction of a key. */
type RightName = Exclude<keyof Rights, "kind">;

/** The rights of an unrestricted key. */
export const fullRights: Rights = Object.freeze({
  kind: "secret",
  services: null,
  routes: null,
  methods: null,
  addresses: null,
  referrers: null,
  perMinute: null,
  perDay: null,
  counterId: null,
  expiresAt: null,
  managesKeys: true,
});

type RightsRecord = Pick<KeyRecord, "kind" | "restrictions" | "counterId" | "expiresAt">;

/** Returns the rights of a key. */
export function getRights({ kind, restrictions, counterId, expiresAt }: RightsRecord): Rights {
  // The end of a session doesn't limit the keys that its person creates.
  if (kind === "session") return fullRights;
  const isPublishable = kind === "publishable";
  const { services, routes, methods, addresses, referrers } = restrictions;
  const { perMinute, perDay, managesKeys } = restrictions;
  const rights: Rights = {
    kind,
    services: services ?? null,
    routes: routes ?? (isPublishable ? [] : null),
    methods: isPublishable ? ["GET"] : (methods ?? null),
    addresses: addresses ?? null,
    referrers: referrers ?? null,
    perMinute: perMinute ?? null,
    perDay: perDay ?? null,
    counterId,
    expiresAt,
    managesKeys: managesKeys && !isPublishable,
  };
  // The many unrestricted keys in memory share one object.
  return counterId === null && isUnrestricted(rights) ? fullRights : rights;
}

/** Returns the fields of a key's record that hold its rights. */
export function buildRightsRecord(rights: Rights): Omit<RightsRecord, "kind"> {
  const { services, routes, methods, addresses, referrers, perMinute, perDay } = rights;
  const isPublishable = rights.kind === "publishable";
  const restrictions = {
    ...(services && { services }),
    ...(routes && { routes }),
    ...(methods && !isPublishable && { methods }),
    ...(addresses && { addresses }),
    ...(referrers && { referrers }),
    ...(perMinute !== null && { perMinute }),
    ...(perDay !== null && { perDay }),
    managesKeys: rights.managesKeys,
  };
  return { restrictions, counterId: rights.counterId, expiresAt: rights.expiresAt };
}

/** Returns whether a key has limits of its own. */
export function isLimited({ perMinute, perDay }: Pick<Rights, "perMinute" | "perDay">): boolean {
  return perMinute !== null || perDay !== null;
}

/** Returns whether a key may do all that its account may. */
export function isUnrestricted(rights: Rights): boolean {
  return isWithin(fullRights, rights);
}

/** Returns whether a key may do nothing that the other one may not. */
export function isWithin(child: Rights, parent: Rights): boolean {
  return findExcess(child, parent) === undefined;
}

/** Returns the first right that a key has beyond those of another one. */
export function findExcess(child: Rights, parent: Rights): RightName | undefined {
  if (child.managesKeys && !parent.managesKeys) return "managesKeys";
  for (const [name, covers] of Object.entries(coverage) as [ListName, Covers][])
    if (!isCovered(child[name], parent[name], covers)) return name;
  for (const name of ["perMinute", "perDay", "expiresAt"] as const)
    if (parent[name] !== null && (child[name] ?? Number.POSITIVE_INFINITY) > parent[name])
      return name;
  // Several keys with the same limit, each counted by itself, would multiply it.
  if (isLimited(parent) && child.counterId !== parent.counterId) return "counterId";
  return undefined;
}

type ListName = "services" | "routes" | "methods" | "addresses" | "referrers";
/** Whether an entry of a list includes another one. */
type Covers = (entry: string, other: string) => boolean;

const isSame: Covers = (entry, other) => entry === other;

const coverage: Readonly<Record<ListName, Covers>> = {
  services: isSame,
  routes: isSame,
  methods: isSame,
  addresses(entry, other) {
    const [outer, inner] = [parseBlock(entry), parseBlock(other)];
    return outer !== undefined && inner !== undefined && containsBlock(outer, inner);
  },
  referrers: (entry, other) =>
    entry === other || (entry.startsWith("*.") && other.endsWith(entry.slice(1))),
};

function isCovered(
  child: readonly string[] | null,
  parent: readonly string[] | null,
  covers: Covers,
): boolean {
  if (parent === null) return true;
  return child?.every((other) => parent.some((entry) => covers(entry, other))) ?? false;
}

/** Returns whether a key may call an endpoint, regardless of the caller's address. */
export function mayCall(rights: Rights, target: Target): boolean {
  return findCallFault(rights, target) === undefined;
}

/** Returns why a key may not call an endpoint from any address. Undefined if it may. */
export function findCallFault(rights: Rights, target: Target): string | undefined {
  return findTargetFault(rights)?.(target);
}

/** A use of a key. */
interface KeyUse {
  readonly request: Request;
  /** The endpoint that is called. Undefined if the request is for none. */
  readonly target: Target | undefined;
  address(): string;
}

/** Returns the error for a use that a key does not allow. */
export type KeyGuard = (use: KeyUse) => HubError | undefined;

/** Creates the guard that holds a key to its rights. Undefined if no use could break them. */
export function createGuard(rights: Rights): KeyGuard | undefined {
  const { kind, addresses, referrers } = rights;
  const findFault = findTargetFault(rights);
  const guards = [
    findFault && guardTarget(findFault, kind),
    addresses && guardAddress(addresses),
    referrers && guardReferrer(referrers),
  ].filter((guard) => !!guard);
  if (guards.length === 0) return undefined;
  return (use) => {
    for (const guard of guards) {
      const refusal = guard(use);
      if (refusal) return refusal;
    }
    return undefined;
  };
}

/** Returns a function that says why an endpoint may not be called. Undefined if all may be. */
function findTargetFault({
  kind,
  services,
  routes,
  methods,
}: Rights): ((target: Target) => string | undefined) | undefined {
  if (!services && !routes && !methods) return undefined;
  const isFor =
    kind === "publishable"
      ? `is publishable and can only call GET ${routes?.join(", ")}: use a secret key, which starts with hub_`
      : undefined;
  const allowedServices = services && new Set(services);
  // In the form that the router uses.
  const allowedPaths = routes && new Set(routes.map((path) => path.replace(/\{(\w+)\}/g, ":$1")));
  const allowedMethods = methods && new Set(methods);
  return ({ service, route }) => {
    const space = route.indexOf(" ");
    const [method, path] = [route.slice(0, space), route.slice(space + 1)];
    if (allowedPaths && !allowedPaths.has(path))
      return isFor ?? `can only call ${routes.join(", ")}, not ${path.replace(/:(\w+)/g, "{$1}")}`;
    if (allowedMethods && !allowedMethods.has(method))
      return isFor ?? `can only use the methods ${methods.join(", ")}, not ${method}`;
    if (allowedServices && !allowedServices.has(service))
      return isFor ?? `can only call ${services.join(", ") || "no service"}, not ${service}`;
    return undefined;
  };
}

function guardTarget(
  findFault: (target: Target) => string | undefined,
  kind: Rights["kind"],
): KeyGuard {
  return ({ target }) => {
    // Unknown paths get a 404 later, except for publishable keys, which may not probe for other routes.
    if (!target && kind === "secret") return undefined;
    const fault = findFault(target ?? { service: "", route: "" });
    return fault === undefined ? undefined : createRefusal(`The API key ${fault}`);
  };
}

function guardAddress(addresses: readonly string[]): KeyGuard {
  const blocks = addresses.flatMap((text) => parseBlock(text) ?? []);
  return ({ address }) => {
    const own = parseAddress(address());
    return own && blocks.some((block) => contains(block, own))
      ? undefined
      : createRefusal(`The API key cannot be used from the IP address ${address()}`);
  };
}

function guardReferrer(referrers: readonly string[]): KeyGuard {
  const isAllowed = (host: string) => referrers.some((entry) => coverage.referrers(entry, host));
  return ({ request: { headers } }) => {
    const from = headers.get("referer") ?? headers.get("origin") ?? "";
    const host = URL.parse(from)?.hostname;
    if (host !== undefined && isAllowed(host)) return undefined;
    return createRefusal(
      host === undefined
        ? "The API key can only be used on certain pages, and the request has no Referer or Origin header"
        : `The API key cannot be used on pages of ${host}`,
    );
  };
}

function createRefusal(detail: string): HubError {
  return new HubError("key_restricted", detail);
}

/** The request and response fields of the rights. */
const fieldNames: Readonly<Record<RightName, string>> = {
  services: "services",
  routes: "routes",
  methods: "methods",
  addresses: "addresses",
  referrers: "referrers",
  perMinute: "per_minute",
  perDay: "per_day",
  counterId: "per_day",
  expiresAt: "expires_in",
  managesKeys: "may_manage_keys",
};

/** Creates the error for a key that grants more than its own rights. */
export function createExcessError(excess: RightName, own: Rights): HubError {
  const field = `body.${fieldNames[excess]}`;
  return new HubError(
    "rights_exceeded",
    `${field} must not exceed the rights of the API key that sends the request: ${describeRight(excess, own)}`,
    { at: field },
  );
}

/** Describes the restriction of a key. */
export function describeRight(name: RightName, rights: Rights): string {
  switch (name) {
    case "managesKeys":
      return "it cannot manage keys";
    case "counterId":
      return "it can only manage keys that share its limits";
    case "expiresAt":
      return `it expires on ${new Date(rights.expiresAt ?? 0).toISOString()}`;
    case "perMinute":
    case "perDay":
      return `its ${fieldNames[name]} is ${rights[name]}`;
    default: {
      const names = rights[name]?.map((entry) => JSON.stringify(entry)).join(", ");
      return `its ${fieldNames[name]} are ${names || "none"}`;
    }
  }
}

/** Creates the error for all requests of a suspended account. */
export function createSuspendedError(): HubError {
  return new HubError(
    "account_suspended",
    "The account is suspended: contact the operator of this hub",
  );
}
