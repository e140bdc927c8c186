import { Type as t } from "@sinclair/typebox";
import { oneOf } from "../../contract/schema.ts";
import { type Component, componentKinds, componentStates } from "./status.ts";

const nullable = (description: string) => t.Union([t.String({ description }), t.Null()]);

/** The schema of a component's state. */
export const stateFields = {
  state: oneOf(componentStates, {
    description:
      "State by the latest results. `unused`: not used since the hub started. `degraded`: part of it fails. `down`: it fails",
  }),
  reasons: t.Array(t.String(), { description: "What fails" }),
  since: nullable("Start of the current failure; null if nothing fails or the start is unknown"),
  last_error: nullable("Last error since the hub started, even if it is over"),
  last_error_at: nullable("Time of the last error"),
};

/** The schema of a component of the hub. */
export const componentSchema = t.Object({
  kind: oneOf(componentKinds),
  name: t.String({ description: "Name of the service, host, dataset, engine or store" }),
  ...stateFields,
});

/** Returns the state of a component as in responses. */
export function viewState({ state, reasons, since, lastError, lastErrorAt }: Component) {
  return {
    state,
    reasons: [...reasons],
    since: formatTime(since),
    last_error: lastError,
    last_error_at: formatTime(lastErrorAt),
  };
}

/** Returns a component as in responses. */
export function viewComponent(component: Component) {
  return { kind: component.kind, name: component.name, ...viewState(component) };
}

function formatTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
