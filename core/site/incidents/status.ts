import { allowedTo } from "../../host/doors/grant.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import type { Incident } from "../../platform/store/incident-records.ts";
import type { HubStatus } from "../view/hub-status.ts";
import type { PluginGrants } from "../view/site.ts";

/** For how long a service counts as degraded that threw where no call waited for it. */
const throwMs = 900_000;

/** How a service fares. */
interface ServiceStatus {
  name: string;
  title: string;
  state: "ok" | "degraded" | "left_out";
  reasons: string[];
}

/** How the hub fares, as far as callers may know. */
export interface Status {
  /** `degraded`: not all of it works; `failing`: it cannot serve as it should. */
  state: "ok" | "degraded" | "failing";
  store: "ok" | "failing";
  services: ServiceStatus[];
  upstreams: { host: string; state: "ok" | "failing"; services: string[] }[];
  datasets: { id: string; service: string; builtAt: string | null; ageDays: number | null }[];
  incidents: Incident[];
}

/** What a status is summed up from. */
export interface StatusSources {
  site: Pick<PluginGrants, "plugins" | "broken">;
  status: Pick<HubStatus, "ready" | "late" | "datasets" | "upstreams" | "incidents">;
  /** Milliseconds since 1970. */
  now: number;
}

/** Sums up how the hub fares: by what it sees itself, and by what all hubs of its store wrote down. */
export async function statusOf({ site, status, now }: StatusSources): Promise<Status> {
  const isStoreSound = Object.values(status.ready()).every(({ ok }) => ok);
  // What cannot be read is not known, and the rest is told all the same.
  const incidents = await status.incidents().catch(() => []);
  const upstreams = upstreamsOf(incidents, { site, status });
  const failing = upstreams.filter(({ state }) => state === "failing");
  const services = [
    ...site.plugins.map((plugin) => serviceOf(plugin, { site, status, now, failing })),
    ...site.broken
      .filter(({ name }) => !site.plugins.some((plugin) => plugin.name === name))
      .map(
        ({ name }): ServiceStatus => ({
          name,
          title: name,
          state: "left_out",
          reasons: ["It could not be loaded"],
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

/** The hosts that were asked, by the names that manifests have for them: a mirror's is nobody's business. */
function upstreamsOf(
  incidents: readonly Incident[],
  { site, status }: Pick<StatusSources, "site" | "status">,
): Status["upstreams"] {
  const named = new Set(site.plugins.flatMap(hostsOf));
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
        .filter((plugin) => hostsOf(plugin).includes(host))
        .map(({ name }) => name),
    }));
}

function serviceOf(
  { name, plugin }: LoadedPlugin,
  { site, status, now, failing }: StatusSources & { failing: Status["upstreams"] },
): ServiceStatus {
  const late = status.late().find((entry) => entry.plugin === name);
  const reasons = [
    ...failing
      .filter(({ services }) => services.includes(name))
      .map(({ host }) => `"${host}", which it asks, keeps failing`),
    ...(late && now - late.lastAt < throwMs
      ? ["Something went wrong in it where no call waited for it"]
      : []),
    ...(site.broken.some((broken) => broken.name === name)
      ? ["Its newest version could not be loaded, and the one before is served"]
      : []),
  ];
  const state = reasons.length > 0 ? "degraded" : "ok";
  return { name, title: plugin.manifest.title, state, reasons };
}

function hostsOf(plugin: LoadedPlugin): readonly string[] {
  const { net = [] } = allowedTo(plugin);
  return net === "public" ? [] : net;
}

/** What an incident was, in a sentence. */
export function tellIncident({ what, subject }: Incident): string {
  switch (what) {
    case "left_out":
      return `The service "${subject}" could not be loaded`;
    case "threw":
      return `Something went wrong in the service "${subject}" where no call waited for it`;
    case "failing":
      if (subject === "redis") return "The server that counts calls for all hubs did not answer";
      return `"${subject}", which services ask, kept failing and was left alone`;
    case "not_writable":
      return "Keys and usage could not be written";
  }
}
