import { type Provider, provide } from "hub";
import { modelFault } from "./ask-model.ts";
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
  /** A language model in its place, where there is one for this work. */
  model?: ByModel<Input, Fields> | undefined;
}

const timeoutMs = 25_000;

/** Has the first engine that is set up do a piece of work, and the next one where that fails. */
export async function byEngine<Input, Fields>(
  input: Input,
  {
    engines: { embedded, model },
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
  const byModel: Provider<Input, Fields> = {
    id: "openai",
    kind: "network",
    cannot: () => modelFault(doors),
    run: (input, given) => model!(input, doors, given),
  };
  const { engine, ...provided } = await provide(input, {
    providers: [
      ...(model ? [byModel] : []),
      { id: "embedded", kind: "embedded", run: embedded } satisfies Provider<Input, Fields>,
    ],
    settings: { order: env.AI_PROVIDERS, offline: env.HUB_OFFLINE },
    ...wishes,
    ...{ timeoutMs, clock, signal, log },
  });
  return { engine: engine === "openai" ? ("openai" as const) : ("embedded" as const), ...provided };
}
