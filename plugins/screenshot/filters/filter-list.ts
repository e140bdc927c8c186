import { domainToASCII } from "node:url";

/** The rules of filter lists that captures apply. Hosts are in lower case and ASCII. */
export interface FilterRules {
  /** Selectors for pages of all hosts, by a class or id that they require, such as `.cookie-bar`. */
  generic: Map<string, string[]>;
  /** Selectors for pages of all hosts that require neither a class nor an id. */
  broad: string[];
  /** Selectors by hosts, such as `example.com,~blog.example.com`. `example.*` is a name under any top-level domain. */
  specific: Map<string, string[]>;
  /** Exceptions: selectors that hide nothing on pages of these hosts. Without hosts, they hide nothing at all. */
  exceptions: Map<string, string[]>;
  /** Hosts whose pages are exempt from generic selectors, from specific ones, or from both. */
  exempt: { generic: string[]; specific: string[] };
  /** Hosts whose requests are blocked. */
  blocked: Set<string>;
  /** Hosts whose requests are blocked on pages of other sites. */
  blockedElsewhere: Set<string>;
  /** Hosts with requests that lists allow. */
  allowed: Set<string>;
}

const selectorMax = 1000;

/** Selectors that only blockers understand: procedures, scripts, styles and filters of the source. */
const procedural =
  /^[+^]|[{}]|:(?:-abp-|contains\(|has-text\(|if\(|if-not\(|matches-|min-text-length\(|nth-ancestor\(|others\(|remove\(|style\(|upward\(|watch-attr|xpath\()/;

/** Returns empty rules, to add lists to. */
export function createRules(): FilterRules {
  return {
    generic: new Map(),
    broad: [],
    specific: new Map(),
    exceptions: new Map(),
    exempt: { generic: [], specific: [] },
    blocked: new Set(),
    blockedElsewhere: new Set(),
    allowed: new Set(),
  };
}

/**
 * Adds the rules of a list in the syntax of Adblock Plus. Ignores rules that captures can't apply: scripts, styles,
 * procedures, and requests by path or type. Returns the number of added rules.
 */
export function addFilterList(rules: FilterRules, text: string): number {
  let count = 0;
  let depth = 0;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    // Parts for a certain blocker.
    if (line.startsWith("!#if")) depth++;
    else if (line.startsWith("!#endif")) depth = Math.max(0, depth - 1);
    else if (depth === 0 && line !== "" && !/^[![]/.test(line) && addRule(rules, line)) count++;
  }
  return count;
}

function addRule(rules: FilterRules, line: string): boolean {
  const at = line.indexOf("#");
  const isException = line.startsWith("#@#", at);
  if (at === -1 || !(isException || line.startsWith("##", at))) return addHostRule(rules, line);
  const selector = line.slice(at + (isException ? 3 : 2));
  const hosts = parseHosts(line.slice(0, at));
  const isUsable = /^\S/.test(selector) && selector.length <= selectorMax;
  if (hosts === undefined || !isUsable || procedural.test(selector)) return false;
  if (isException) append(rules.exceptions, hosts, selector);
  else if (hosts !== "") append(rules.specific, hosts, selector);
  else addGeneric(rules, selector);
  return true;
}

/** Parses `Example.com,~blog.example.com`. Returns undefined if one of the hosts is invalid. */
function parseHosts(text: string): string | undefined {
  if (text === "" || text === "*") return "";
  const hosts = text.toLowerCase().split(",").map(parseHost);
  return hosts.includes("") ? undefined : hosts.join();
}

function parseHost(text: string): string {
  const name = text.trim();
  if (/^~?[a-z0-9._-]+(?:\.\*)?$/.test(name)) return name;
  const sign = name.startsWith("~") ? "~" : "";
  const ascii = domainToASCII(name.slice(sign.length));
  return ascii && !/[*/]/.test(name) ? sign + ascii : "";
}

function addGeneric({ generic, broad }: FilterRules, selector: string): void {
  const name = findRequiredName(selector);
  if (name === undefined) broad.push(selector);
  else append(generic, name, selector);
}

/** Returns a class or id of every element that a selector matches, or of one of its ancestors or siblings. */
function findRequiredName(selector: string): string | undefined {
  // Neither escapes nor alternatives. Parentheses and brackets can have names that an element must not have.
  if (/[\\,]/.test(selector)) return undefined;
  const [outside = ""] = selector.split(/[([]/, 1);
  return /[.#][^\s.#:>+~]+/.exec(outside)?.[0];
}

/** Adds `||host^`, or an exception such as `@@||host^$generichide`. */
function addHostRule(
  { blocked, blockedElsewhere, allowed, exempt }: FilterRules,
  line: string,
): boolean {
  const [, sign, name = "", end, options = ""] =
    /^(@@)?\|\|([a-z0-9.-]+)(\^?\|?)(?:\$(.*))?$/i.exec(line) ?? [];
  const host = name.toLowerCase();
  if (sign === undefined) {
    const isWhole = end === "^" && host.includes(".") && /^(?:third-party|3p)?$/.test(options);
    if (isWhole) (options === "" ? blocked : blockedElsewhere).add(host);
    else if (line.startsWith("@@||")) allowed.add(/^[a-z0-9.-]*/i.exec(line.slice(4))?.[0] ?? "");
    return isWhole;
  }
  const names = options.split(",");
  const has = (...wanted: string[]) => wanted.some((option) => names.includes(option));
  const isAll = has("elemhide", "ehide", "document", "doc");
  const isGeneric = isAll || has("generichide", "ghide");
  const isSpecific = isAll || has("specifichide", "shide");
  if (isGeneric) exempt.generic.push(host);
  if (isSpecific) exempt.specific.push(host);
  if (!isGeneric && !isSpecific) allowed.add(host);
  return true;
}

/** Returns blocked hosts without those that have an exception, or are above or below such a host. */
export function listBlockedHosts(hosts: ReadonlySet<string>, { allowed }: FilterRules): string[] {
  const above = new Set([...allowed].flatMap(listSuffixes));
  return [...hosts].filter(
    (host) => !above.has(host) && !listSuffixes(host).some((suffix) => allowed.has(suffix)),
  );
}

/** Returns a host and the domains above it. */
function listSuffixes(host: string): string[] {
  const labels = host.split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

function append(map: Map<string, string[]>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
