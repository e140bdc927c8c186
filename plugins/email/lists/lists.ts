import { readPackageFile } from "hub";
import { isFreeProvider } from "./free-providers.ts";
import { SortedLines } from "./sorted-lines.ts";

/** List entry of a disposable domain. */
export interface Listing {
  /** `listed`: disposable. `suspected`: only on a larger list with known mistakes. */
  kind: "listed" | "suspected";
  /** Matching entry: the domain or a parent domain. */
  entry: string;
}

export interface Lists {
  /** Number of disposable domains in the list. */
  size: number;
  /** Name and version of the list. */
  source: string;
  find(domain: string): Listing | undefined;
  /** Returns whether the operator declared the domain or a parent domain as not disposable. */
  isExempt(domain: string): boolean;
  /** Returns the registered domain: `b.co.uk` for `a.b.co.uk`. */
  registrable(domain: string): string | undefined;
  /** Returns whether the domain ends in a known top-level domain. */
  hasKnownTld(domain: string): boolean;
}

/** Domains from the operator, which override the lists. */
interface Overrides {
  disposable: readonly string[];
  notDisposable: readonly string[];
}

let loaded: ReturnType<typeof load> | undefined;

/** Loads the lists on first use and applies the operator's overrides. */
export async function loadLists({ disposable, notDisposable }: Overrides): Promise<Lists> {
  loaded ??= load();
  const { listed, suspected, source, getDomain, parse } = await loaded;
  const denied = domains(disposable);
  const allowed = domains(notDisposable);
  // Customers of dynamic DNS providers don't control the provider's domain.
  const registrable = (domain: string) =>
    getDomain(domain, { allowPrivateDomains: true }) ?? undefined;

  function find(domain: string): Listing | undefined {
    let suspicion: Listing | undefined;
    for (const entry of withParents(domain, registrable(domain))) {
      if (allowed.has(entry)) return undefined;
      if (denied.has(entry) || listed.has(entry)) return { kind: "listed", entry };
      if (suspected.has(entry) && !isFreeProvider(entry))
        suspicion ??= { kind: "suspected", entry };
    }
    return suspicion;
  }

  const isExempt = (domain: string) =>
    [...withParents(domain, registrable(domain))].some((entry) => allowed.has(entry));

  const size = listed.size + [...denied].filter((domain) => !listed.has(domain)).length;
  const hasKnownTld = (domain: string) => parse(domain).isIcann === true;
  return { size, source, find, isExempt, registrable, hasKnownTld };
}

async function load() {
  const [{ disposableEmailBlocklistSet }, { default: about }, suspected, { getDomain, parse }] =
    await Promise.all([
      import("disposable-email-domains-js"),
      import("disposable-email-domains-js/package.json"),
      readSuspected(),
      import("tldts"),
    ]);
  return {
    listed: disposableEmailBlocklistSet(),
    suspected,
    source: `${about.name} ${about.version}`,
    getDomain,
    parse,
  };
}

/** Reads the domains of mailchecker. Its module makes a set of 56,000 strings of them, which takes 12 MB. */
async function readSuspected(): Promise<SortedLines> {
  const file = await readPackageFile(import.meta.resolve("mailchecker"));
  const [, list] = /new Set\(\["([^\]]+)"\]/.exec(new TextDecoder().decode(file)) ?? [];
  if (list === undefined) throw new Error("Cannot find the list of domains in mailchecker");
  return new SortedLines(list.replaceAll('","', "\n"));
}

function domains(names: readonly string[]): Set<string> {
  return new Set(names.map((domain) => domain.toLowerCase().replace(/^\*?\./, "")));
}

/** Yields the domain and its parents up to the registered domain, never `com.ar` alone. */
function* withParents(domain: string, registrable = domain): Generator<string> {
  let rest = domain;
  while (rest.length > registrable.length) {
    yield rest;
    rest = rest.slice(rest.indexOf(".") + 1);
  }
  yield registrable;
}
