import type { InstalledModel } from "../../host/datasets/datasets.ts";
import type { CronState } from "../../host/schedule/schedule.ts";
import type { UpstreamState } from "../../host/upstreams/upstream.ts";
import type { ActiveFailure } from "../../platform/health/health.ts";
import type { LateCount } from "../../platform/log/late-failures.ts";
import type { Incident } from "../../platform/store/incident-records.ts";
import type { HubEvidence } from "./hub-evidence.ts";

/** The state of a running hub. */
export interface HubStatus {
  /** Returns the result of each readiness check by name, with the problem if it failed. */
  ready(): Record<string, { ok: boolean; detail?: string }>;
  /** Returns the start of the store's failure, if it is known. */
  storeFailingSince(): number | undefined;
  /** Returns the results of components in all processes. */
  evidence(): HubEvidence | Promise<HubEvidence>;
  /** Returns whether the operator has started draining. */
  isDraining(): boolean;
  /** Returns the unhandled errors of plugins outside calls. */
  late(): LateCount[];
  /** Returns the datasets of the plugins, with the date of the newest part of each. */
  datasets(): { service: string; id: string; built: string | undefined }[];
  /** Returns the installed models, and whether the hub can run them. */
  models(): InstalledModel[];
  /** Returns the state of the scheduled tasks of plugins. */
  schedule(): Promise<CronState[]>;
  /** Returns the upstream hosts that plugins have used, with their states. */
  upstreams(): UpstreamState[];
  /** Returns the state of the Redis server that counts calls for all hubs. "none" if there is none. */
  redis(): "none" | "ok" | "failing";
  /** Returns the current failures of the servers that the hub depends on, with their start times. */
  failures(): ActiveFailure[];
  /** Returns the incidents of the last 90 days, newest first. */
  incidents(): Promise<Incident[]>;
  /** Returns the number of handled calls since the start, and their median response time. */
  answered(): { count: number; halfWithinMs: number | undefined };
}
