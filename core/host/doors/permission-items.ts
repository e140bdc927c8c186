import { KINDS, type Permissions } from "../../contract/doors.ts";

/** A single permission: a kind and a target. */
export interface PermissionItem {
  kind: keyof Permissions;
  /** A host, a variable, a program and so on, or `true` for a kind without targets. */
  what: string | true;
}

/** Splits permissions into single items. */
export function listPermissionItems(permissions: Permissions): PermissionItem[] {
  return KINDS.flatMap((kind) => {
    const requested = permissions[kind];
    if (requested === undefined) return [];
    return [requested].flat().map((what): PermissionItem => ({ kind, what }));
  });
}

/** Combines single items to permissions. */
export function buildPermissions(items: readonly PermissionItem[]): Permissions {
  const lists: Partial<Record<keyof Permissions, true | string[]>> = {};
  for (const { kind, what } of items) {
    const list = lists[kind];
    if (what === true) lists[kind] = true;
    else if (Array.isArray(list)) list.push(what);
    else lists[kind] = [what];
  }
  return lists as Permissions;
}

/** Returns the items that are part of the permissions. */
export function heldBy(
  permissions: Permissions,
  items: readonly PermissionItem[],
): PermissionItem[] {
  const keys = new Set(listPermissionItems(permissions).map(getKey));
  return items.filter((item) => keys.has(getKey(item)));
}

/** Returns the items that aren't part of the permissions. */
export function lackedBy(
  permissions: Permissions,
  items: readonly PermissionItem[],
): PermissionItem[] {
  const keys = new Set(listPermissionItems(permissions).map(getKey));
  return items.filter((item) => !keys.has(getKey(item)));
}

/**
 * Returns the requested permissions that are also granted. Keeps `net: "public"` as a string.
 */
export function intersect(requested: Permissions, granted: Permissions): Permissions {
  const allowed = buildPermissions(heldBy(granted, listPermissionItems(requested)));
  return requested.net === "public" && allowed.net ? { ...allowed, net: "public" } : allowed;
}

function getKey({ kind, what }: PermissionItem): string {
  return `${kind} ${what}`;
}

/** Describes an item for operators. */
export function inWords({ kind, what }: PermissionItem): string {
  return what === true ? descriptions[kind] : sentences[kind](quote(what), what);
}

/** Quotes untrusted text. Escapes control characters, such as those that move the cursor. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /\p{C}/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const descriptions: Readonly<Record<keyof Permissions, string>> = {
  net: "send requests to any host",
  env: "read all environment variables",
  run: "run any program",
  read: "read all files in its folder",
  kv: "store its own data in the hub's key-value store",
  browser: "open pages in the hub's browser",
  smtp: "ask public mail servers about addresses, without sending mail",
  models: "run the models in its datasets",
  data: "read all datasets",
  headers: "set any response header",
};

const sentences: Readonly<Record<keyof Permissions, (quoted: string, what: string) => string>> = {
  net(quoted, what) {
    if (what === "public") return "send requests to any public host that a caller specifies";
    if (what === "dns:*") return "send DNS queries for any name";
    return what.startsWith("dns:")
      ? `send DNS queries for ${quote(what.slice("dns:".length))}`
      : `send requests to ${quoted}`;
  },
  env: (quoted) => `read the environment variable ${quoted}`,
  run: (quoted) => `run the program ${quoted}`,
  read: (quoted) => `read the files in its folder ${quoted}`,
  kv: () => descriptions.kv,
  browser: () => descriptions.browser,
  smtp: () => descriptions.smtp,
  models: () => descriptions.models,
  data: (quoted) => `read the dataset ${quoted} of another service`,
  headers: (quoted) => `set the response header ${quoted}, which browsers or proxies act on`,
};
