import type { CronState } from "../../host/schedule/schedule.ts";
import type { UpstreamState } from "../../host/upstreams/upstream.ts";
import type { ActiveFailure } from "../../platform/health/health.ts";
import type { LateCount } from "../../platform/log/late-failures.ts";
import type { Incident } from "../../platform/store/incident-records.ts";

/** The state of a running hub. */
export interface HubStatus {
  /** Whether each thing that the hub needs to serve works, by its name, and what is wrong if not. */
  ready(): Record<string, { ok: boolean; detail?: string }>;
  /** Whether the operator is about to stop the hub. */
  isDraining(): boolean;
  /** Throws of plugins outside of any call. */
  late(): LateCount[];
  /** The datasets of the plugins, and the date of the newest part of each. */
  datasets(): { service: string; id: string; built: string | undefined }[];
  /** The state of the scheduled work of plugins. */
  schedule(): Promise<CronState[]>;
  /** The hosts that plugins have asked, and how it went. */
  upstreams(): UpstreamState[];
  /** Whether the server that counts calls for all hubs answers: "none" if there is no such server. */
  redis(): "none" | "ok" | "failing";
  /** The failures of the servers that the hub depends on, and since when. */
  failures(): ActiveFailure[];
  /** The incidents of the last 90 days, the newest first. */
  incidents(): Promise<Incident[]>;
  /** The number of calls that services answered since the start, and their median response time. */
  answered(): { count: number; halfWithinMs: number | undefined };
}
