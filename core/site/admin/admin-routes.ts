import type { Call } from "../../accounts/call.ts";
import { definePlugin, type Manifest, type Plugin } from "../../contract/plugin.ts";
import type { OwnDoors } from "../view/own-doors.ts";
import type { AdminView } from "./admin-view.ts";

/**
 * The operator's endpoints: the files of `admin/`, loaded like a plugin below `/admin`. They exist only if an
 * admin token is set, and are not part of the public documentation.
 */
export const adminRoutes: Plugin<Manifest, OwnDoors & { admin: AdminView; call: Call }> =
  definePlugin({
    title: "Administration",
    summary: "Monitor and manage the hub.",
    limits: { bodyBytesMax: 65_536 },
  });
