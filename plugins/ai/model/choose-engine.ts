import { type HubError, type Provider, provide } from "hub";
import { whyNoModel } from "./ask-model.ts";
import type { Doors, ModelDoors } from "./doors.ts";

/** The doors to a language model, and whether the caller still waits. */
export type EngineDoors = ModelDoors & Pick<Doors, "signal">;

/** Does a piece of work by a language model. */
export type ByModel<Input, Fields> = (
  input: Input,
  doors: ModelDoors,
  given: { timeoutMs: number },
) => Promise<Fields>;

/** The engines that there are for a piece of work. */
export interface Engines<Input, Fields> {
  embedded(input: Input): Fields | Promise<Fields>;
  /** Why the embedded engine cannot, where that is known before. */
  cannot?: ((input: Input) => HubError | undefined) | undefined;
  /** Servers that are asked after a language model and before the embedded engine. */
  servers?: ((doors: EngineDoors) => Provider<Input, Fields>[]) | undefined;
  /** A language model in its place, where there is one for this work. */
  model?: ByModel<Input, Fields> | undefined;
}

const timeoutMs = 25_000;

/** Has the first engine that is set up do a piece of work, and the next one where that fails. */
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
    cannot: () => whyNoModel(doors),
    run: (input, given) => model(input, doors, given),
  };
  return provide(input, {
    providers: [
      ...(byModel ? [byModel] : []),
      ...(servers?.(doors) ?? []),
      { id: "embedded", kind: "embedded", run: embedded, ...(cannot && { cannot }) },
    ],
    // Where there is no choice, nobody is left out.
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
