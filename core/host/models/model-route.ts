import { Type as t } from "@sinclair/typebox";
import { definePlugin } from "../../contract/plugin.ts";
import type { ModelWork } from "./model-work.ts";

/** The hub's own plugin that runs models. Its route has no path. */
export const models = definePlugin({
  title: "Models",
  summary: "Runs the models of services in a process of its own.",
  permissions: { net: ["registry.npmjs.org"] },
});

/** Its route. */
export const runRoute = models.route({
  summary: "Run a model",
  body: t.Object({ work: t.Unsafe<ModelWork>({}) }),
  response: t.Unknown(),
  ownProcess: true,
  timeoutMs: 60_000,
  memoryMbMax: 2048,
  example: { body: {} },
  async handler({ body }) {
    const { runModelWork } = await import("./model-work.ts");
    return runModelWork(body.work);
  },
});
