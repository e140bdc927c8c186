import { definePlugin, type Manifest, type Plugin } from "../contract/plugin.ts";
import type { Call } from "./http/call.ts";
import type { HubView } from "./hub-view.ts";

/** The hub's own endpoints. `routes/` is read like a plugin's. */
export const ownRoutes: Plugin<Manifest, { hub: HubView; call: Call; request: Request }> =
  definePlugin({
    title: "Hub",
    summary: "Keys, sign-up, health and documentation.",
  });
