import { KINDS } from "../../contract/doors.ts";
import type { PermissionItem } from "../doors/permission-items.ts";
import { printable } from "./printable.ts";

/** What the flags of a command allow and deny: a kind with no items means all of it. */
export interface Consent {
  allows(item: PermissionItem): boolean;
  denies(item: PermissionItem): boolean;
}

/** Reads `--allow-net=api.example,other.example`, `--allow-kv`, `--deny-run`, `--allow-all`, and leaves the rest. */
export function readConsent(args: readonly string[]): { consent: Consent; rest: string[] } {
  const said = {
    allow: new Map<string, string[] | true>(),
    deny: new Map<string, string[] | true>(),
  };
  const rest: string[] = [];
  for (const arg of args) {
    const flag = /^--(allow|deny)-([a-z]+)(?:=(.*))?$/.exec(arg);
    if (!flag) {
      rest.push(arg);
      continue;
    }
    const [, verb = "", kind = "", list] = flag;
    if (kind !== "all" && !(KINDS as readonly string[]).includes(kind))
      throw new Error(`Unknown permission "${kind}": the permissions are ${KINDS.join(", ")}`);
    const map = said[verb as keyof typeof said];
    const before = map.get(kind) ?? [];
    map.set(kind, list === undefined || before === true ? true : [...before, ...list.split(",")]);
  }
  const covers = (map: Map<string, string[] | true>, { kind, what }: PermissionItem) => {
    const list = map.get(kind);
    return map.has("all") || list === true || (what !== true && list?.includes(what) === true);
  };
  const denies = (item: PermissionItem) => covers(said.deny, item);
  return { consent: { denies, allows: (item) => !denies(item) && covers(said.allow, item) }, rest };
}

/** The flags that allow items, as they are written on a command line. */
export function flagsFor(items: readonly PermissionItem[]): string[] {
  return KINDS.flatMap((kind) => {
    const named = items.filter((item) => item.kind === kind).map(({ what }) => what);
    if (named.length === 0) return [];
    if (named.includes(true)) return [`--allow-${kind}`];
    return [`--allow-${kind}=${shellQuote(named.join(","))}`];
  });
}

/** As one word of a shell, whatever a stranger's manifest names: the line is there to be copied. */
function shellQuote(text: string): string {
  const plain = printable(text).replaceAll("\n", " ");
  return /^[\w.,:@/-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
