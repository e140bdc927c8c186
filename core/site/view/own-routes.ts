import { type Static, Type as t } from "@sinclair/typebox";
import type { Call } from "../../accounts/call.ts";
import { definePlugin, type Manifest, type Plugin } from "../../contract/plugin.ts";
import type { OwnDoors } from "./own-doors.ts";
import type { PluginGrants } from "./site.ts";

/** The hub's own endpoints. `routes/` is loaded like a plugin's. */
export const ownRoutes: Plugin<Manifest, OwnDoors & { call: Call; request: Request }> =
  definePlugin({
    title: "Hub",
    summary: "Keys, sign-up, health and documentation.",
    limits: { bodyBytesMax: 65_536 },
    first: ["api-key.post", "api-key.get", "api-key/usage.get", "services.get"],
  });

/** The response schema for skipped plugin folders. */
export const brokenSchema = t.Array(
  t.Object({
    name: t.String({ description: "The name of the folder" }),
    reason: t.String({
      description: "Why it was skipped, with file and line if known",
    }),
    still_served: t.Boolean({ description: "Whether its previous version is still served" }),
  }),
  { description: "Folders that break the contract of a plugin" },
);

/** Lists the skipped plugin folders. */
export function listBrokenPlugins({
  broken,
}: Pick<PluginGrants, "broken">): Static<typeof brokenSchema> {
  return broken.map(({ name, reason, isStillServed = false }) => ({
    name,
    reason,
    still_served: isStillServed,
  }));
}
