import { type HubError, type Provider, provide } from "hub";
import { explainMissingModel } from "./ask-model.ts";
import type { Doors, ModelDoors } from "./doors.ts";

/** The capabilities for a language model, and the signal that the caller has left. */
export type EngineDoors = ModelDoors & Pick<Doors, "signal">;

/** Runs a piece of work on a language model. */
export type ByModel<Input, Fields> = (
  input: Input,
  doors: ModelDoors,
  given: { timeoutMs: number },
) => Promise<Fields>;

/** The engines for a piece of work. */
export interface Engines<Input, Fields> {
  embedded(input: Input): Fields | Promise<Fields>;
  /** Returns why the embedded engine can't process an input, if that is known in advance. */
  cannot?: ((input: Input) => HubError | undefined) | undefined;
  /** Servers that are tried after the language model and before the embedded engine. */
  servers?: ((doors: EngineDoors) => Provider<Input, Fields>[]) | undefined;
  /** The language model, if it supports this work. */
  model?: ByModel<Input, Fields> | undefined;
}

const timeoutMs = 25_000;

/** Runs a piece of work on the first configured engine, and falls back to the next one if it fails. */
export async function runEngine<Input, Fields>(
  input: Input,
  {
    engines: { embedded, cannot, servers, model },
    doors,
    ...wishes
  }: {
    engines: Engines<Input, Fields>;
    doors: EngineDoors;
    provider: string;
    fallback: boolean;
  },
) {
  const { env, clock, signal, log } = doors;
  const byModel: Provider<Input, Fields> | undefined = model && {
    id: "openai",
    kind: "network",
    cannot: () => explainMissingModel(doors),
    run: (input, given) => model(input, doors, given),
  };
  return provide(input, {
    providers: [
      ...(byModel ? [byModel] : []),
      ...(servers?.(doors) ?? []),
      { id: "embedded", kind: "embedded", run: embedded, ...(cannot && { cannot }) },
    ],
    // The operator's order only applies if there is a choice of engines.
    settings: {
      order: model || servers ? env.AI_PROVIDERS : undefined,
      offline: env.HUB_OFFLINE,
    },
    ...wishes,
    timeoutMs,
    clock,
    signal,
    log,
  });
}
