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

/** In quotes, with nothing that moves a cursor or turns the direction of writing: a stranger wrote it. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /\p{C}/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const wholes: Readonly<Record<keyof Permissions, string>> = {
  net: "send requests to any address",
  env: "read every variable of the environment",
  run: "run any program",
  read: "read every file of its folder",
  kv: "keep records of its own in the store of the hub",
  browser: "show pages in the browser of the hub",
  data: "read every dataset",
};

const sentences: Readonly<Record<keyof Permissions, (quoted: string, what: string) => string>> = {
  net(quoted, what) {
    if (what === "public") return "send requests to any public address that its callers name";
    if (what === "dns:*") return "ask name servers for any name";
    return what.startsWith("dns:")
      ? `ask name servers for ${quote(what.slice("dns:".length))}`
      : `send requests to ${quoted}`;
  },
  env: (quoted) => `read the variable ${quoted} of the environment of the hub`,
  run: (quoted) => `have the hub run the program ${quoted}`,
  read: (quoted) => `read the files of its own folder ${quoted}`,
  kv: () => wholes.kv,
  browser: () => wholes.browser,
  data: (quoted) => `read the dataset ${quoted} of another service`,
};
