import { KINDS, type Permissions } from "../../contract/doors.ts";

/** One thing that a plugin asks for: a kind of permission, and what of it. */
export interface PermissionItem {
  kind: keyof Permissions;
  /** A host, a variable, a program … or `true` for a kind that is given as a whole. */
  what: string | true;
}

/** The single things that permissions are made of. */
export function itemsOf(permissions: Permissions): PermissionItem[] {
  return KINDS.flatMap((kind) => {
    const asked = permissions[kind];
    if (asked === undefined) return [];
    return [asked].flat().map((what): PermissionItem => ({ kind, what }));
  });
}

/** Permissions that are made of such things. */
export function permissionsOf(items: readonly PermissionItem[]): Permissions {
  const lists: Partial<Record<keyof Permissions, true | string[]>> = {};
  for (const { kind, what } of items) {
    const list = lists[kind];
    if (what === true) lists[kind] = true;
    else if (Array.isArray(list)) list.push(what);
    else lists[kind] = [what];
  }
  return lists as Permissions;
}

/** Those of the items that permissions hold. */
export function heldBy(
  permissions: Permissions,
  items: readonly PermissionItem[],
): PermissionItem[] {
  const held = new Set(itemsOf(permissions).map(nameOf));
  return items.filter((item) => held.has(nameOf(item)));
}

/** Those of the items that permissions do not hold. */
export function lackedBy(
  permissions: Permissions,
  items: readonly PermissionItem[],
): PermissionItem[] {
  const held = new Set(itemsOf(permissions).map(nameOf));
  return items.filter((item) => !held.has(nameOf(item)));
}

/** What is left of what is asked for where so much is granted. A whole that is granted stays a whole. */
export function intersect(asked: Permissions, granted: Permissions): Permissions {
  const left = permissionsOf(heldBy(granted, itemsOf(asked)));
  return asked.net === "public" && left.net ? { ...left, net: "public" } : left;
}

function nameOf({ kind, what }: PermissionItem): string {
  return `${kind} ${what}`;
}

/** What an item lets a plugin do, in a sentence for operators. */
export function inWords({ kind, what }: PermissionItem): string {
  return what === true ? wholes[kind] : sentences[kind](quote(what), what);
}

/** Quotes untrusted text. Escapes control characters, such as those that move the cursor. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /\p{C}/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const wholes: Readonly<Record<keyof Permissions, string>> = {
  net: "send requests to any host",
  env: "read all environment variables",
  run: "run any program",
  read: "read all files in its folder",
  kv: "store its own data in the hub's store",
  browser: "open pages in the hub's browser",
  data: "read all datasets",
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
  kv: () => wholes.kv,
  browser: () => wholes.browser,
  data: (quoted) => `read the dataset ${quoted} of another service`,
};
