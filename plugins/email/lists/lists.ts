import { isFreeProvider } from "./free-providers.ts";

/** What the lists say of a domain that gives addresses away for an hour. */
export interface Listing {
  /** `listed` is the verdict; `suspected` is on a wider list that has known mistakes. */
  kind: "listed" | "suspected";
  /** The entry: the domain itself, or one above it. */
  entry: string;
}

export interface Lists {
  /** How many throwaway domains the verdict rests on. */
  size: number;
  /** Where they are from, with the version. */
  source: string;
  find(domain: string): Listing | undefined;
  /** The part of a domain that somebody registered: `b.co.uk` of `a.b.co.uk`. */
  registrable(domain: string): string | undefined;
  /** Whether the last part of a domain is a top-level domain for certain. */
  hasKnownTld(domain: string): boolean;
}

/** The operator's word, as domains between commas, goes before that of the lists. */
interface Overrides {
  disposable: string | undefined;
  notDisposable: string | undefined;
}

let loaded: ReturnType<typeof load> | undefined;

/** The lists, loaded at the first use, with the operator's overrides. */
export async function listsWith({ disposable, notDisposable }: Overrides): Promise<Lists> {
  loaded ??= load();
  const { listed, suspected, source, getDomain, parse } = await loaded;
  const denied = domains(disposable);
  const allowed = domains(notDisposable);
  // Who gets a domain below dynamic-DNS providers and the like is not who runs them.
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

  const size = listed.size + [...denied].filter((domain) => !listed.has(domain)).length;
  const hasKnownTld = (domain: string) => parse(domain).isIcann === true;
  return { size, source, find, registrable, hasKnownTld };
}

async function load() {
  const [{ disposableEmailBlocklistSet }, { default: about }, { blacklist }, { getDomain, parse }] =
    await Promise.all([
      import("disposable-email-domains-js"),
      import("disposable-email-domains-js/package.json"),
      import("mailchecker"),
      import("tldts"),
    ]);
  return {
    listed: disposableEmailBlocklistSet(),
    suspected: blacklist(),
    source: `${about.name} ${about.version}`,
    getDomain,
    parse,
  };
}

function domains(text = ""): Set<string> {
  return new Set(
    text
      .split(",")
      .map((domain) => domain.trim().toLowerCase())
      .filter(Boolean),
  );
}

/** The domain and those above it, up to the one that somebody registered: never `com.ar` alone. */
function* withParents(domain: string, registrable = domain): Generator<string> {
  let rest = domain;
  while (rest.length > registrable.length) {
    yield rest;
    rest = rest.slice(rest.indexOf(".") + 1);
  }
  yield registrable;
}
