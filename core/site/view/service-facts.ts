import { type Static, Type as t } from "@sinclair/typebox";
import type { Permissions } from "../../contract/doors.ts";
import { allowedTo, narrowPermissions } from "../../host/doors/grant.ts";
import {
  buildPermissions,
  lackedBy,
  listPermissionItems,
} from "../../host/doors/permission-items.ts";
import { listPluginPages } from "../../host/schedule/plugin-page.ts";
import type { HubStatus } from "./hub-status.ts";
import type { PluginGrants } from "./site.ts";

const permissions = (description: string) =>
  t.Unsafe<Permissions>(
    t.Record(t.String(), t.Union([t.Boolean(), t.String(), t.Array(t.String())]), { description }),
  );

const nullableTime = (description: string) => t.Union([t.String({ description }), t.Null()]);

/** The response schema for a service. */
export const serviceSchema = t.Object({
  name: t.String({ description: "The service's part of its paths: `/api/{name}`" }),
  title: t.String({ description: "Display name" }),
  summary: t.String({ description: "What it does" }),
  endpoints: t.Integer({ description: "Number of endpoints" }),
  trials: t.Array(t.String(), { description: "Its keyless samples" }),
  open: t.Array(t.String(), { description: "Its keyless paths at the root" }),
  isolated: t.Boolean({ description: "Whether all its handlers run in separate processes" }),
  permissions: t.Object({
    requested: permissions("Requested permissions, by kind"),
    granted: permissions("Granted permissions, by kind"),
    denied: t.Array(t.String(), { description: "Permission kinds that the operator denies" }),
    not_granted: permissions(
      "Requested permissions that were not granted at installation, or are new since then",
    ),
  }),
  limits: t.Record(t.String(), t.Number(), { description: "Its limits, by name" }),
  pages: t.Array(t.String(), { description: "Its web pages" }),
  schedule: t.Array(
    t.Object({
      name: t.String({ description: "The name of its file in `cron/`" }),
      summary: t.String({ description: "What it does" }),
      pattern: t.String({ description: "When it is due, as a cron pattern in UTC" }),
      next_run: nullableTime("When it is due next"),
      last_run: nullableTime("When it last started, in any hub of this store"),
      last_failure: t.Union([
        t.Object({
          at: t.String({ description: "When a run last failed" }),
          reason: t.String({ description: "Why" }),
        }),
        t.Null(),
      ]),
    }),
    { description: "Its scheduled tasks" },
  ),
  documentation: t.String({ description: "The path of its page" }),
});

/** Describes each service, with its requested and granted permissions. */
export async function describeServices(
  site: Pick<PluginGrants, "plugins" | "denied">,
  status: Pick<HubStatus, "schedule">,
): Promise<Static<typeof serviceSchema>[]> {
  const schedule = await status.schedule();
  return site.plugins.map((loaded) => {
    const { name, plugin, routes, open, isolated } = loaded;
    const { manifest } = plugin;
    const requested = manifest.permissions ?? {};
    const denied = site.denied(name).filter((kind) => kind in requested);
    const granted = allowedTo(loaded, denied);
    const rest = lackedBy(granted, listPermissionItems(narrowPermissions(requested, denied)));
    return {
      name,
      title: manifest.title,
      summary: manifest.summary,
      endpoints: routes.length,
      trials: Object.keys(manifest.try ?? {}).map((path) => `/try${path}`),
      open: [...new Set(open.map(({ path }) => path))],
      isolated,
      permissions: { requested, granted, denied, not_granted: buildPermissions(rest) },
      limits: { ...manifest.limits },
      pages: listPluginPages(loaded).map(({ path }) => path),
      schedule: schedule
        .filter(({ plugin }) => plugin === name)
        .map(({ name, summary, pattern, nextAt, last, lastFailure }) => ({
          name,
          summary,
          pattern,
          next_run: formatIsoTime(nextAt),
          last_run: formatIsoTime(last?.startedAt),
          last_failure: lastFailure
            ? { at: new Date(lastFailure.at).toISOString(), reason: lastFailure.reason }
            : null,
        })),
      documentation: `/documentation/${name}`,
    };
  });
}

function formatIsoTime(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
