import type { CommonDoors, Kv, Net } from "hub";

/** What drawing from a prompt is handed. */
export interface Doors extends Pick<CommonDoors, "clock" | "signal" | "log" | "caller"> {
  net: Net;
  kv: Kv;
  env: Readonly<Record<string, string | undefined>>;
}
