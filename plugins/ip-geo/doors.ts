import type { CommonDoors, DataDoor } from "hub";
import type plugin from "./plugin.ts";

/** Input of a handler of this service. */
export type Doors = Parameters<Parameters<typeof plugin.route>[0]["handler"]>[0];

/** Capabilities needed to read data. */
export interface DataDoors extends Pick<CommonDoors, "clock"> {
  data: DataDoor;
  env: Readonly<{ HUB_GEOIP_DIR?: string | undefined }>;
}
