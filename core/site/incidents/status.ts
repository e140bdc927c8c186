import { FAILURES } from "../../contract/errors.ts";
import { listHosts } from "../../host/doors/grant.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { EvidenceView } from "../../platform/health/evidence.ts";
import { describeFailureClass } from "../../platform/health/failure-classes.ts";
import type { Incident } from "../../platform/store/incident-records.ts";
import type { HubEvidence } from "../view/hub-evidence.ts";
import type { HubStatus } from "../view/hub-status.ts";
import type { PluginGrants } from "../view/site.ts";

/** Time for which an unhandled background error degrades a service. */
const throwMs = 900_000;
const dayMs = 86_400_000;
/** Maximum number of endpoints that a reason lists. */
const namedEndpointsMax = 5;

/** The states of a component, by increasing severity. */
export const componentStates = ["unused", "operational", "degraded", "down"] as const;

/** The kinds of components. */
export const componentKinds = ["service", "host", "dataset", "engine", "store"] as const;

/** A part of the hub, and its state as the latest results show it. Times are milliseconds since 1970. */
export interface Component {
  readonly kind: (typeof componentKinds)[number];
  readonly name: string;
  readonly state: (typeof componentStates)[number];
  /** Descriptions of the current problems. */
  readonly reasons: readonly string[];
  /** Start of the current failure. */
  readonly since: number | null;
  /** The last error, even if it is over. */
  readonly lastError: string | null;
  readonly lastErrorAt: number | null;
}

/** The public status of the hub. */
export interface Status {
  /** `degraded`: some components have problems. `down`: the store is not usable. */
  state: "operational" | "degraded" | "down";
  services: (Component & { title: string; isLoaded: boolean })[];
  hosts: (Component & { services: string[] })[];
  datasets: (Component & { service: string; builtAt: string | null; ageDays: number | null })[];
  engines: Component[];
  stores: Component[];
  incidents: Incident[];
}

/** The data that a status is computed from. */
export interface StatusSources {
  site: Pick<PluginGrants, "plugins" | "broken">;
  status: Pick<
    HubStatus,
    "ready" | "storeFailingSince" | "redis" | "failures" | "incidents" | "evidence"
  >;
  /** Milliseconds since 1970. */
  now: number;
}

/** Computes the status from the latest results of all processes, and the incidents of all hubs that share the store. */
export async function computeStatus({ site, status, now }: StatusSources): Promise<Status> {
  const evidence = await status.evidence();
  // The rest of the status is still useful if incidents can't be read.
  const incidents = await status.incidents().catch(() => []);
  const stores = listStores(status);
  const hosts = buildHosts(evidence, { site, incidents });
  const datasets = listDatasets(evidence, now);
  const engines = listEngines(evidence);
  const isOffline = evidence.publicHosts.failingSince !== undefined;
  const services = [
    ...site.plugins.map((plugin) =>
      buildService(plugin, {
        site,
        evidence,
        now,
        isOffline,
        dependencies: [...hosts, ...datasets],
      }),
    ),
    ...site.broken
      .filter(({ name }) => !site.plugins.some((plugin) => plugin.name === name))
      .map(({ name }) => ({
        ...healthy("service", name),
        title: name,
        state: "down" as const,
        reasons: ["The plugin could not be loaded"],
        isLoaded: false,
      })),
  ];
  const all = [...services, ...hosts, ...datasets, ...engines, ...stores];
  const isWhole = all.every(({ state }) => state === "operational" || state === "unused");
  const isDown = Object.values(status.ready()).some(({ ok }) => !ok);
  return {
    state: isDown ? "down" : isWhole ? "operational" : "degraded",
    services,
    hosts,
    datasets,
    engines,
    stores,
    incidents,
  };
}

/** Returns all components of a status. */
export function listComponents(status: Status): Component[] {
  const { services, hosts, datasets, engines, stores } = status;
  return [...services, ...hosts, ...datasets, ...engines, ...stores];
}

function healthy(kind: Component["kind"], name: string): Component {
  const times = { since: null, lastError: null, lastErrorAt: null };
  return { kind, name, state: "operational", reasons: [], ...times };
}

/** Builds a component from its evidence. A failing one is down, unless something still works. */
function build(
  kind: Component["kind"],
  name: string,
  { evidence, isPartial }: { evidence: EvidenceView; isPartial: boolean },
): Component {
  const { okAt, failingSince, lastError } = evidence;
  const isFailing = failingSince !== undefined;
  const used = okAt === undefined ? "unused" : "operational";
  return {
    kind,
    name,
    state: isFailing ? (isPartial ? "degraded" : "down") : used,
    reasons: isFailing && lastError ? [lastError.reason] : [],
    since: failingSince ?? null,
    lastError: lastError?.reason ?? null,
    lastErrorAt: lastError?.at ?? null,
  };
}

/** Lists the hosts that manifests name. The names of mirrors stay private. */
function buildHosts(
  { hosts }: HubEvidence,
  { site, incidents }: { site: StatusSources["site"]; incidents: readonly Incident[] },
): Status["hosts"] {
  const named = new Map<string, string[]>();
  for (const plugin of site.plugins)
    for (const host of listHosts(plugin))
      named.set(host, [...(named.get(host) ?? []), plugin.name]);
  return [...named]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([host, services]) => {
      const known = hosts.find(({ key }) => key === host);
      const ongoing = incidents.find(
        ({ what, subject, endedAt }) => what === "failing" && subject === host && endedAt === null,
      );
      if (ongoing && known?.failingSince === undefined && (known?.okAt ?? 0) < ongoing.beganAt) {
        const failing = { state: "down" as const, reasons: ["It keeps failing on another hub"] };
        return { ...healthy("host", host), ...failing, since: ongoing.beganAt, services };
      }
      if (!known) return { ...healthy("host", host), state: "unused", services };
      // An unusable response, or one failure after a success, is no outage.
      const isPartial = !known.isOpen && known.okAt !== undefined && known.failures < 2;
      return { ...build("host", host, { evidence: known, isPartial }), services };
    });
}

function listDatasets({ datasets }: HubEvidence, now: number): Status["datasets"] {
  return datasets.map(({ key: id, built, isOverdue, failure }) => {
    const isMissing = built === undefined;
    const ageDays = isMissing ? null : Math.max(0, Math.floor((now - Date.parse(built)) / dayMs));
    const age = ageDays === 1 ? "1 day" : `${ageDays} days`;
    const problems = [
      ...(isMissing && failure ? ["There is no data"] : []),
      ...(isOverdue ? [`The data is ${age} old: an update is overdue`] : []),
      ...(failure ? ["The last update failed"] : []),
    ];
    const isFailing = isOverdue || failure !== undefined;
    return {
      ...healthy("dataset", id),
      state: isFailing ? (isMissing ? "down" : "degraded") : isMissing ? "unused" : "operational",
      reasons: problems,
      since: failure?.since ?? null,
      lastError: failure ? "The update failed" : null,
      lastErrorAt: failure?.at ?? null,
      service: id.split("/", 1)[0] ?? "",
      builtAt: built ?? null,
      ageDays,
    };
  });
}

/** Lists the browser, and the engines that others had to substitute. */
function listEngines({ browser, endpoints }: HubEvidence): Component[] {
  const substituted = new Map<string, Component>();
  for (const { substitute, okAt } of endpoints)
    for (const part of substitute?.split("; ") ?? []) {
      const [name = "", reason = ""] = part.split(": ", 2);
      const at = okAt ?? null;
      const lastError = `It was substituted: ${reason}`;
      const state = "down" as const;
      substituted.set(name, {
        ...healthy("engine", name),
        ...{ state, reasons: [lastError], since: at, lastError, lastErrorAt: at },
      });
    }
  const [reason] = browser.lastError ? ["No browser is available"] : [];
  const page = build("engine", "browser", { evidence: browser, isPartial: false });
  const reasons = page.reasons.map(() => reason ?? "");
  return [{ ...page, reasons, lastError: reason ?? null }, ...substituted.values()];
}

function listStores({
  ready,
  storeFailingSince,
  redis,
  failures,
}: StatusSources["status"]): Component[] {
  const active = failures();
  const isDown = Object.values(ready()).some(({ ok }) => !ok);
  const store: Component = isDown
    ? {
        ...healthy("store", "database"),
        state: "down",
        reasons: ["Keys and usage cannot be saved"],
        since: storeFailingSince() ?? null,
        lastError: "Keys and usage cannot be saved",
        lastErrorAt: storeFailingSince() ?? null,
      }
    : healthy("store", "database");
  const backends = new Set(active.map(({ failure }) => failure.backend));
  if (redis() !== "none") backends.add("redis");
  backends.delete("postgres");
  const others = [...backends].map((backend): Component => {
    const own = active.filter(({ failure }) => failure.backend === backend);
    const reasons = own.map(({ failure }) => describeFailureClass(failure));
    const isFailing = backend === "redis" ? redis() === "failing" : own.length > 0;
    const since = own.length > 0 ? Math.min(...own.map(({ since }) => since)) : null;
    return {
      ...healthy("store", backend),
      state: isFailing ? "down" : own.length > 0 ? "degraded" : "operational",
      reasons,
      since,
      lastError: reasons[0] ?? null,
      lastErrorAt: since,
    };
  });
  const database = active.find(({ failure }) => failure.backend === "postgres");
  if (!database || isDown) return [store, ...others];
  const reasons = [describeFailureClass(database.failure)];
  return [{ ...store, state: "degraded", reasons, since: database.since }, ...others];
}

/** Codes that depend on what a caller asked for, unless the network is down. */
const callerCodes = new Set([
  "address_failed",
  "address_timeout",
  "navigation_failed",
  "capture_timeout",
]);

interface ServiceSources extends Pick<StatusSources, "site" | "now"> {
  evidence: HubEvidence;
  isOffline: boolean;
  dependencies: readonly (Component & { services?: string[]; service?: string })[];
}

function buildService(
  { name, plugin }: LoadedPlugin,
  { site, evidence, now, isOffline, dependencies }: ServiceSources,
): Status["services"][number] {
  const used = evidence.endpoints.filter(
    ({ service, okAt, failingSince }) => service === name && (okAt ?? failingSince) !== undefined,
  );
  const failing = used.filter(
    ({ failingSince, lastError }) =>
      failingSince !== undefined && (isOffline || !callerCodes.has(lastError?.reason ?? "")),
  );
  const substituted = used.filter((one) => one.substitute && !failing.includes(one));
  const unhandled = evidence.late.find((entry) => entry.plugin === name);
  const isBroken = site.broken.some((broken) => broken.name === name);
  const problems = [
    ...describeFailing(failing, used.length),
    ...substituted.map(({ key, substitute }) => `${key} uses a substitute (${substitute})`),
    ...(unhandled && now - unhandled.lastAt < throwMs
      ? ["An unhandled error occurred in a background task"]
      : []),
    ...(isBroken
      ? ["The newest version could not be loaded: the previous one is still served"]
      : []),
  ];
  const causes = dependencies
    .filter(({ state }) => state === "degraded" || state === "down")
    .filter(({ services, service }) => (services ?? [service]).includes(name))
    .map(({ kind, name: dependency, state, reasons }) => {
      const subject = kind === "host" ? "Upstream host" : "Dataset";
      return `${subject} "${dependency}" is ${state}${reasons[0] ? `: ${reasons[0]}` : ""}`;
    });
  const isDown = failing.length > 0 && failing.length === used.length;
  const errors = used.flatMap(({ lastError }) => lastError ?? []);
  const last = errors.toSorted((a, b) => b.at - a.at)[0];
  const since = failing.map(({ failingSince }) => failingSince ?? now);
  const rest = used.length === 0 ? ("unused" as const) : ("operational" as const);
  return {
    ...healthy("service", name),
    title: plugin.manifest.title,
    isLoaded: true,
    state: isDown ? "down" : problems.length > 0 ? "degraded" : rest,
    // The causes explain failures. An endpoint that works in spite of them isn't degraded.
    reasons: problems.length > 0 || used.length === 0 ? [...problems, ...causes] : [],
    since: since.length > 0 ? Math.min(...since) : null,
    lastError: last ? describeCode(last.reason) : null,
    lastErrorAt: last?.at ?? null,
  };
}

/** Describes failing endpoints, together if they have the same error. */
function describeFailing(failing: HubEvidence["endpoints"], usedCount: number): string[] {
  const byCode = Map.groupBy(failing, ({ lastError }) => lastError?.reason ?? "");
  return [...byCode].map(([code, same]) => {
    const all = same.length === usedCount && usedCount > 1 ? "All used endpoints fail" : undefined;
    const names = same.slice(0, namedEndpointsMax).map(({ key }) => key);
    const more = same.length > names.length ? ` and ${same.length - names.length} more` : "";
    const verb = same.length === 1 ? "fails" : "fail";
    return `${all ?? `${names.join(", ")}${more} ${verb}`}: ${describeCode(code)}`;
  });
}

/** Describes an error code in words that don't depend on the call. */
function describeCode(code: string): string {
  return FAILURES[code as keyof typeof FAILURES]?.title ?? code;
}

/** Describes an incident in one sentence. */
export function describeIncident({ what, subject }: Incident): string {
  switch (what) {
    case "left_out":
      return `The service "${subject}" could not be loaded`;
    case "threw":
      return `An unhandled error occurred in a background task of the service "${subject}"`;
    case "failing":
      if (subject === "redis") return "The shared rate-limit store did not respond";
      return `Upstream host "${subject}" kept failing and was temporarily disabled`;
    case "not_writable":
      return "Keys and usage could not be saved";
  }
}
