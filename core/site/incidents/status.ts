import { allowedTo } from "../../host/doors/grant.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { Incident } from "../../platform/store/incident-records.ts";
import type { HubStatus } from "../view/hub-status.ts";
import type { PluginGrants } from "../view/site.ts";

/** Time for which an unhandled background error degrades a service. */
const throwMs = 900_000;

/** The status of one service. */
interface ServiceStatus {
  name: string;
  title: string;
  state: "ok" | "degraded" | "left_out";
  reasons: string[];
}

/** The public status of the hub. */
export interface Status {
  /** `degraded`: some services have problems; `failing`: the store is not usable. */
  state: "ok" | "degraded" | "failing";
  store: "ok" | "failing";
  services: ServiceStatus[];
  upstreams: { host: string; state: "ok" | "failing"; services: string[] }[];
  datasets: { id: string; service: string; builtAt: string | null; ageDays: number | null }[];
  incidents: Incident[];
}

/** The data that a status is computed from. */
export interface StatusSources {
  site: Pick<PluginGrants, "plugins" | "broken">;
  status: Pick<HubStatus, "ready" | "late" | "datasets" | "upstreams" | "incidents">;
  /** Milliseconds since 1970. */
  now: number;
}

/** Computes the status from this hub's state and the incidents of all hubs that share its store. */
export async function computeStatus({ site, status, now }: StatusSources): Promise<Status> {
  const isStoreSound = Object.values(status.ready()).every(({ ok }) => ok);
  // The rest of the status is still useful if incidents can't be read.
  const incidents = await status.incidents().catch(() => []);
  const upstreams = listUpstreams(incidents, { site, status });
  const failing = upstreams.filter(({ state }) => state === "failing");
  const services = [
    ...site.plugins.map((plugin) => buildServiceStatus(plugin, { site, status, now, failing })),
    ...site.broken
      .filter(({ name }) => !site.plugins.some((plugin) => plugin.name === name))
      .map(
        ({ name }): ServiceStatus => ({
          name,
          title: name,
          state: "left_out",
          reasons: ["The plugin could not be loaded"],
        }),
      ),
  ];
  const isWhole = services.every(({ state }) => state === "ok");
  return {
    state: isStoreSound ? (isWhole ? "ok" : "degraded") : "failing",
    store: isStoreSound ? "ok" : "failing",
    services,
    upstreams,
    datasets: status.datasets().map(({ id, service, built }) => ({
      id,
      service,
      builtAt: built ?? null,
      ageDays:
        built === undefined ? null : Math.max(0, Math.floor((now - Date.parse(built)) / dayMs)),
    })),
    incidents,
  };
}

const dayMs = 86_400_000;

/** Lists the upstream hosts that manifests name. The names of mirrors stay private. */
function listUpstreams(
  incidents: readonly Incident[],
  { site, status }: Pick<StatusSources, "site" | "status">,
): Status["upstreams"] {
  const named = new Set(site.plugins.flatMap(listHosts));
  const failing = new Set(
    incidents
      .filter(({ what, endedAt }) => what === "failing" && endedAt === null)
      .map(({ subject }) => subject),
  );
  const open = status.upstreams().filter(({ state }) => state !== "closed");
  for (const { host } of open) failing.add(host);
  const hosts = new Set([...status.upstreams().map(({ host }) => host), ...failing]);
  return [...hosts]
    .filter((host) => named.has(host))
    .sort()
    .map((host) => ({
      host,
      state: failing.has(host) ? "failing" : "ok",
      services: site.plugins
        .filter((plugin) => listHosts(plugin).includes(host))
        .map(({ name }) => name),
    }));
}

function buildServiceStatus(
  { name, plugin }: LoadedPlugin,
  { site, status, now, failing }: StatusSources & { failing: Status["upstreams"] },
): ServiceStatus {
  const unhandled = status.late().find((entry) => entry.plugin === name);
  const reasons = [
    ...failing
      .filter(({ services }) => services.includes(name))
      .map(({ host }) => `Upstream host "${host}" keeps failing`),
    ...(unhandled && now - unhandled.lastAt < throwMs
      ? ["An unhandled error occurred in a background task"]
      : []),
    ...(site.broken.some((broken) => broken.name === name)
      ? ["The newest version could not be loaded: the previous one is still served"]
      : []),
  ];
  const state = reasons.length > 0 ? "degraded" : "ok";
  return { name, title: plugin.manifest.title, state, reasons };
}

function listHosts(plugin: LoadedPlugin): readonly string[] {
  const { net = [] } = allowedTo(plugin);
  return net === "public" ? [] : net;
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
