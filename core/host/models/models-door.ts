import type { DatasetVersion } from "../../contract/dataset-version.ts";
import { HubError } from "../../contract/errors.ts";
import type { ModelCall, ModelFile, Models, Tensor } from "../../contract/models-door.ts";
import type { ModelResult, ModelWork } from "./model-work.ts";
import { hasRuntime, runtimeMissing } from "./runtime.ts";

/** Does a work in the process of models. */
export type RunModel = (work: ModelWork, call?: ModelCall) => Promise<ModelResult>;

interface DoorOptions {
  /** Throws if the plugin lacks the permission. */
  demand(): void;
  /** Returns a dataset that the plugin may read. */
  find(dataset: string): Promise<DatasetVersion> | DatasetVersion;
  runtime(): DatasetVersion | undefined | Promise<DatasetVersion | undefined>;
  run: RunModel;
}

/** Creates the door to models. It only runs models of datasets that the plugin may read. */
export function createModelsDoor({ demand, find, runtime, run }: DoorOptions): Models {
  async function locate({ dataset, file }: ModelFile) {
    demand();
    const [version, own] = [await runtime(), await find(dataset)];
    if (!version || !hasRuntime(version))
      throw new HubError("capability_unavailable", `This hub cannot run models: ${runtimeMissing}`);
    return { own, work: { runtime: version.paths, model: own.path(file) } };
  }
  return {
    async missing() {
      demand();
      return hasRuntime(await runtime()) ? undefined : runtimeMissing;
    },
    async run(model, inputs, call) {
      const { work } = await locate(model);
      const result = await run({ ...work, inputs: copyTensors(inputs) }, call);
      if (!("outputs" in result)) throw new TypeError("The model returned no outputs");
      return result.outputs;
    },
    async embed(model, texts, call) {
      const { own, work } = await locate(model);
      const result = await run({ ...work, texts, tokenizer: own.path(model.tokenizer) }, call);
      if (!("vectors" in result)) throw new TypeError("The model returned no vectors");
      return result;
    },
  };
}

/** Copies numbers that are a part of a larger memory, all of which would be sent. */
function copyTensors(inputs: Readonly<Record<string, Tensor>>): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { data, ...rest }]) => [
      name,
      { ...rest, data: data.byteLength < data.buffer.byteLength ? data.slice() : data },
    ]),
  );
}
