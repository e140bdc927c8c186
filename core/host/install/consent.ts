import { KINDS } from "../../contract/doors.ts";
import type { PermissionItem } from "../doors/permission-items.ts";
import { printable } from "./printable.ts";

/** The permissions that the flags of a command allow and deny. A kind without items means all of it. */
export interface Consent {
  allows(item: PermissionItem): boolean;
  denies(item: PermissionItem): boolean;
}

/**
 * Parses `--allow-net=api.example,other.example`, `--allow-kv`, `--deny-run` and `--allow-all`. Returns the
 * other arguments.
 */
export function readConsent(args: readonly string[]): { consent: Consent; rest: string[] } {
  const decisions = {
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
    const map = decisions[verb as keyof typeof decisions];
    const before = map.get(kind) ?? [];
    map.set(kind, list === undefined || before === true ? true : [...before, ...list.split(",")]);
  }
  const covers = (map: Map<string, string[] | true>, { kind, what }: PermissionItem) => {
    const list = map.get(kind);
    return map.has("all") || list === true || (what !== true && list?.includes(what) === true);
  };
  const denies = (item: PermissionItem) => covers(decisions.deny, item);
  return {
    consent: { denies, allows: (item) => !denies(item) && covers(decisions.allow, item) },
    rest,
  };
}

/** Returns the command line flags that allow items. */
export function flagsFor(items: readonly PermissionItem[]): string[] {
  return KINDS.flatMap((kind) => {
    const named = items.filter((item) => item.kind === kind).map(({ what }) => what);
    if (named.length === 0) return [];
    if (named.includes(true)) return [`--allow-${kind}`];
    return [`--allow-${kind}=${quoteForShell(named.join(","))}`];
  });
}

/**
 * Quotes text as one word of a shell. The line is meant to be copied, and the text comes from an untrusted
 * manifest.
 */
function quoteForShell(text: string): string {
  const plain = printable(text).replaceAll("\n", " ");
  return /^[\w.,:@/-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}
