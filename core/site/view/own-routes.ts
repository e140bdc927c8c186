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

/** The response schema for an installed model. */
export const modelSchema = t.Object({
  dataset: t.String({ description: "The dataset with the model" }),
  file: t.String({ description: "Its file" }),
  bytes: t.Integer({ description: "Size of the file in bytes" }),
  sha256: t.String({ description: "SHA-256 of the file" }),
  licence: t.Union([t.String(), t.Null()], { description: "Licence, if known" }),
  quality: t.Union([t.String(), t.Null()], {
    description: "Measured quality, or that which its publisher states",
  }),
  state: t.Union([t.Literal("ready"), t.Literal("no_runtime")], {
    description: "`ready`, or `no_runtime` if ONNX Runtime is not installed",
  }),
});

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
