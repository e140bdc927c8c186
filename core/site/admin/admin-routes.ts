import type { Call } from "../../accounts/call.ts";
import { definePlugin, type Manifest, type Plugin } from "../../contract/plugin.ts";
import type { OwnDoors } from "../view/own-doors.ts";
import type { AdminView } from "./admin-view.ts";

/**
 * The operator's endpoints: the files of `admin/`, which are read like a plugin's, below `/admin`. They are
 * loaded where there is a token for them, and stand in no document for callers.
 */
export const adminRoutes: Plugin<Manifest, OwnDoors & { admin: AdminView; call: Call }> =
  definePlugin({
    title: "Administration",
    summary: "What the operator of a hub sees and steers.",
  });
