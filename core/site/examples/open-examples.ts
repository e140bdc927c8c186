import type { ServedPlugins } from "../../host/plugin/served-plugins.ts";
import type { Log } from "../../platform/log/log.ts";
import { captureByProcess, ExampleBuilder } from "./example-builder.ts";
import { ownExamplesFile, preparedExamplesFile, ResponseExamples } from "./response-examples.ts";

/** The response examples of the OpenAPI document. */
export interface Examples {
  examples: ResponseExamples;
  /** Captures the examples that are missing. Not set if the operator or a sibling process does that. */
  builder: ExampleBuilder | undefined;
}

type CaptureSettings = Parameters<typeof captureByProcess>[0];

/** Opens the files of examples. */
export function openExamples(
  config: CaptureSettings & { examples: boolean; place: number },
  { plugins, log }: { plugins: ServedPlugins; log: Log },
): Examples {
  let builder: ExampleBuilder | undefined;
  const examples = new ResponseExamples(
    [preparedExamplesFile, ownExamplesFile(config.data)],
    (loaded) => builder?.report(loaded),
  );
  if (config.examples && config.place === 1)
    builder = new ExampleBuilder({
      examples,
      plugins: () => [...plugins.plugins, plugins.own],
      capture: captureByProcess(config),
      log,
    });
  return { examples, builder };
}
