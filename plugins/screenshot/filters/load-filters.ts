import type { DataDoor, DatasetVersion } from "hub";
import { buildBannerScript } from "./consent.ts";
import { listBlockedHosts } from "./filter-list.ts";
import { loadRules } from "./list-files.ts";

/** The handling of consent banners in a capture. */
export interface BannerFilters {
  /** Script that hides banners, and evaluates to a list of them. */
  script: string;
  /** Hosts that serve banners. */
  blockedHosts: readonly string[];
  /** Hosts that serve banners to pages of other sites. */
  blockedElsewhere: readonly string[];
}

/** The filters without any list. */
export const defaultFilters: BannerFilters = {
  script: buildBannerScript(),
  blockedHosts: [],
  blockedElsewhere: [],
};

/** The filters of the lists that were used last. */
let latest: { version: string; filters: Promise<BannerFilters> } | undefined;

/** Returns the filters with the lists of this hub. */
export async function loadFilters(data: DataDoor): Promise<BannerFilters> {
  const lists = await data.find("filter-lists");
  if (!lists || Object.keys(lists.paths).length === 0) return defaultFilters;
  const { version } = lists.about;
  if (latest?.version !== version) latest = { version, filters: buildFilters(lists) };
  return latest.filters.catch((error) => {
    latest = undefined;
    throw error;
  });
}

async function buildFilters(lists: DatasetVersion): Promise<BannerFilters> {
  const rules = await loadRules(lists);
  return {
    script: buildBannerScript(rules),
    blockedHosts: listBlockedHosts(rules.blocked, rules),
    blockedElsewhere: listBlockedHosts(rules.blockedElsewhere, rules),
  };
}

/** Returns the hosts to block on a page. Hosts with the same last two labels count as the same site. */
export function chooseBlockedHosts(
  { blockedHosts, blockedElsewhere }: BannerFilters,
  url: string,
): string[] {
  const site = new URL(url).hostname.split(".").slice(-2).join(".");
  const isElsewhere = (host: string) => host !== site && !host.endsWith(`.${site}`);
  return [...blockedHosts, ...blockedElsewhere.filter(isElsewhere)];
}
