import type { OpenDoors } from "../../host/open-doors.ts";
import { Evidence, type EvidenceView, mergeEvidence } from "../../platform/health/evidence.ts";
import type { LateCount } from "../../platform/log/late-failures.ts";
import type { Answers } from "../../platform/metrics/answers.ts";

/** The results of one component, by a key that is the same in all processes. */
interface ComponentEvidence extends EvidenceView {
  readonly key: string;
}

/** Results of the components of the hub in one process. Sent between processes. */
export interface HubEvidence {
  /** By service and route. */
  readonly endpoints: readonly (ComponentEvidence & {
    readonly service: string;
    /** Why the last success came from a substitute. */
    readonly substitute: string | undefined;
  })[];
  /** By host. */
  readonly hosts: readonly (ComponentEvidence & { readonly isOpen: boolean })[];
  /** All hosts that callers name. */
  readonly publicHosts: EvidenceView;
  readonly browser: EvidenceView;
  readonly datasets: readonly {
    readonly key: string;
    readonly built: string | undefined;
    readonly isOverdue: boolean;
    readonly failure:
      | { readonly reason: string; readonly since: number; readonly at: number }
      | undefined;
  }[];
  readonly late: readonly LateCount[];
}

/** The evidence of a process that has done nothing. */
export const noEvidence: HubEvidence = {
  endpoints: [],
  hosts: [],
  publicHosts: new Evidence(),
  browser: new Evidence(),
  datasets: [],
  late: [],
};

interface EvidenceSources {
  answers: Answers;
  browser: { evidence: EvidenceView };
  doors: Pick<OpenDoors, "datasets" | "upstreams">;
  late: { all(): LateCount[] };
}

/** Collects the results in this process. */
export function collectEvidence({
  answers,
  browser,
  doors: { datasets, upstreams },
  late,
}: EvidenceSources): HubEvidence {
  return {
    endpoints: answers.outcomes().map(({ target: { service, route }, outcome }) => ({
      ...view(outcome),
      key: route,
      service,
      substitute: outcome.substitute,
    })),
    hosts: upstreams.times().map(({ host, evidence, isOpen }) => ({
      ...view(evidence),
      key: host,
      isOpen,
    })),
    publicHosts: view(upstreams.publicHosts),
    browser: view(browser.evidence),
    datasets: datasets.ids.map((id) => ({ key: id, ...datasets.condition(id) })),
    late: late.all(),
  };
}

function view({ okAt, failingSince, failures, lastError }: EvidenceView): EvidenceView {
  return { okAt, failingSince, failures, lastError };
}

/** Merges the results in all processes of a hub. */
export function mergeHubEvidence(all: readonly HubEvidence[]): HubEvidence {
  return {
    endpoints: mergeByKey(
      all.flatMap(({ endpoints }) => endpoints),
      (same) => ({ substitute: same.map(({ substitute }) => substitute).find(Boolean) }),
    ),
    hosts: mergeByKey(
      all.flatMap(({ hosts }) => hosts),
      (same) => ({ isOpen: same.some(({ isOpen }) => isOpen) }),
    ),
    publicHosts: mergeEvidence(all.map(({ publicHosts }) => publicHosts)),
    browser: mergeEvidence(all.map(({ browser }) => browser)),
    datasets: groupByKey(all.flatMap(({ datasets }) => datasets)).map(([first, ...others]) => ({
      ...first,
      failure: first.failure ?? others.find(({ failure }) => failure)?.failure,
    })),
    late: all.flatMap(({ late }) => late),
  };
}

function mergeByKey<Item extends ComponentEvidence>(
  items: readonly Item[],
  mergeRest: (same: readonly Item[]) => Partial<Item>,
): Item[] {
  return groupByKey(items).map((same) => ({
    ...same[0],
    ...mergeEvidence(same),
    ...mergeRest(same),
  }));
}

function groupByKey<Item extends { key: string }>(items: readonly Item[]) {
  return [...Map.groupBy(items, ({ key }) => key).values()] as [Item, ...Item[]][];
}
