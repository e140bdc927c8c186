import { domainToASCII } from "node:url";
import { openWords } from "hub/data-file";

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
  /** Numbers of rules that captures can't apply, by what they would need. */
  skipped: Map<string, number>;
}

const selectorMax = 1000;

/** Beginnings of pseudo-classes that only blockers understand. */
const { names } = openWords(new URL("./filter-list.txt", import.meta.url), ["names"])();
const procedures = new RegExp(`:(?:${[...names].map(RegExp.escape).join("|")})`);

/** Selectors that only blockers understand, by the part that shows it. */
const foreign: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ["scripts", /^\+|^%#|^script:/],
  ["changes of the source", /^\^/],
  ["styles", /[{}]|:style\(/],
  ["other procedures", procedures],
];

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
    skipped: new Map(),
  };
}

/**
 * Adds the rules of a list in the syntax of Adblock Plus. Counts rules that captures can't apply as skipped. Returns the
 * number of added rules.
 */
export function addFilterList(rules: FilterRules, text: string): number {
  let count = 0;
  let depth = 0;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    // Parts for a certain blocker.
    if (line.startsWith("!#if")) depth++;
    else if (line.startsWith("!#endif")) depth = Math.max(0, depth - 1);
    if (line === "" || /^(?:[![]|#+(?:\s|$))/.test(line)) continue;
    const reason = depth > 0 ? "a certain blocker" : addRule(rules, line);
    if (reason === undefined) count++;
    else rules.skipped.set(reason, (rules.skipped.get(reason) ?? 0) + 1);
  }
  return count;
}

/** Adds a rule, or returns what it would need. */
function addRule(rules: FilterRules, line: string): string | undefined {
  const at = line.indexOf("#");
  const [separator = ""] = /^#(?:@?[?$%]{0,2})#/.exec(at < 0 ? "" : line.slice(at)) ?? [];
  if (separator === "") return addHostRule(rules, line);
  if (/[$%]/.test(separator)) return separator.includes("%") ? "scripts" : "styles or scripts";
  const given = line.slice(at + separator.length);
  const hosts = parseHosts(line.slice(0, at));
  if (hosts === undefined || !/^\S/.test(given) || given.length > selectorMax)
    return "other syntax";
  const selector = writeSteps(given);
  const [reason] =
    foreign.find(([, pattern]) => pattern.test(selector.split("\t", 1)[0] ?? "")) ?? [];
  if (reason !== undefined) return reason;
  if (separator.includes("@")) append(rules.exceptions, hosts, selector);
  else if (hosts !== "") append(rules.specific, hosts, selector);
  else addGeneric(rules, selector);
  return undefined;
}

/**
 * Writes a selector with `:has-text()`, `:upward()` or `:remove()` at its end as a selector of CSS, a tab, and these steps
 * as JSON. Returns other selectors as they are.
 */
function writeSteps(selector: string): string {
  const start = selector.search(stepStart);
  if (start === -1) return selector;
  const steps: [name: string, argument: string][] = [];
  for (let at = start; at < selector.length; ) {
    const [head, name = ""] = stepStart.exec(selector.slice(at)) ?? [];
    if (head === undefined || !selector.startsWith(head, at)) return selector;
    const end = findClosing(selector, at + head.length);
    if (end === -1) return selector;
    const argument = selector.slice(at + head.length, end);
    if (name !== "remove") steps.push([name === "upward" ? name : "has-text", argument]);
    at = end + 1;
  }
  const base = selector.slice(0, start).replaceAll("\t", " ") || "*";
  return steps.length === 0 ? base : `${base}\t${JSON.stringify(steps)}`;
}

const stepStart = /:(has-text|-abp-contains|contains|upward|remove)\(/;

/** Returns the position of the parenthesis that closes the one before `start`, or -1. */
function findClosing(text: string, start: number): number {
  for (let at = start, depth = 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
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
  const name = findRequiredName(selector.split("\t", 1)[0] ?? "");
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

/** Adds `||host^`, or an exception such as `@@||host^$generichide`. Returns what another rule would need. */
function addHostRule(
  { blocked, blockedElsewhere, allowed, exempt }: FilterRules,
  line: string,
): string | undefined {
  const [, sign, name = "", end, options = ""] =
    /^(@@)?\|\|([a-z0-9.-]+)(\^?\|?)(?:\$(.*))?$/i.exec(line) ?? [];
  const host = name.toLowerCase();
  if (sign === undefined) {
    const isWhole = end === "^" && host.includes(".") && /^(?:third-party|3p)?$/.test(options);
    if (isWhole) (options === "" ? blocked : blockedElsewhere).add(host);
    else if (line.startsWith("@@||")) allowed.add(/^[a-z0-9.-]*/i.exec(line.slice(4))?.[0] ?? "");
    return isWhole ? undefined : "requests by path or type";
  }
  const names = options.split(",");
  const has = (...wanted: string[]) => wanted.some((option) => names.includes(option));
  const isAll = has("elemhide", "ehide", "document", "doc");
  const isGeneric = isAll || has("generichide", "ghide");
  const isSpecific = isAll || has("specifichide", "shide");
  if (isGeneric) exempt.generic.push(host);
  if (isSpecific) exempt.specific.push(host);
  if (!isGeneric && !isSpecific) allowed.add(host);
  return undefined;
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
