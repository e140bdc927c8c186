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

/** What is told of a service. */
export const serviceSchema = t.Object({
  name: t.String({ description: "The service's part of its paths: `/api/{name}`" }),
  title: t.String({ description: "Its name for people" }),
  summary: t.String({ description: "What it does" }),
  endpoints: t.Integer({ description: "How many endpoints it has" }),
  trials: t.Array(t.String(), { description: "Its keyless samples" }),
  open: t.Array(t.String(), { description: "Its keyless paths at the root" }),
  isolated: t.Boolean({ description: "Whether all of it runs in processes of its own" }),
  permissions: t.Object({
    requested: permissions("What it asks for: kinds, and what of each"),
    granted: permissions("What it has been given"),
    denied: t.Array(t.String(), { description: "The kinds that the operator denies it" }),
    not_granted: permissions(
      "What it asks for and was not granted when it was installed, or is new since then",
    ),
  }),
  limits: t.Record(t.String(), t.Number(), { description: "Its limits, by name" }),
  pages: t.Array(t.String(), { description: "Its pages for people" }),
  schedule: t.Array(
    t.Object({
      name: t.String({ description: "The name of its file in `cron/`" }),
      summary: t.String({ description: "What it does" }),
      pattern: t.String({ description: "When it is due, as a cron pattern in UTC" }),
      next_run: nullableTime("When it is due next"),
      last_run: nullableTime("When it last began, in any hub of this store"),
      last_failure: t.Union([
        t.Object({
          at: t.String({ description: "When a run failed last" }),
          reason: t.String({ description: "Why" }),
        }),
        t.Null(),
      ]),
    }),
    { description: "What it does by the clock" },
  ),
  documentation: t.String({ description: "The path of its page" }),
});

/** Tells what each service is, asks for and has been given. */
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
