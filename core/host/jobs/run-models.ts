import type { Caller } from "../../contract/caller.ts";
import { modelPlugin, modelRoute } from "../models/model-plugin.ts";
import type { ModelResult } from "../models/model-work.ts";
import type { RunModel } from "../models/models-door.ts";
import type { RunInJob } from "./run-in-job.ts";

/** The caller of work without a call. */
const hub: Caller = { id: "hub", address: "", userAgent: "", referrer: "" };

/** Creates the function that does works in the process of models. */
export function createModelRunner(runInJob: RunInJob): RunModel {
  return async (work, { caller = hub, signal = new AbortController().signal } = {}) => {
    const { body } = await runInJob(
      { plugin: modelPlugin, route: modelRoute },
      { params: undefined, query: undefined, body: { work } },
      { caller, signal, origin: "", publicAddress: async (path) => path, progress() {} },
    );
    return body as ModelResult;
  };
}
