import { Type as t } from "@sinclair/typebox";
import { HubError } from "../../contract/errors.ts";
import type { HubView } from "../hub-view.ts";

/** The query of what may be narrowed to one service. */
export const serviceQuery = t.Object({
  service: t.Optional(
    t.String({ maxLength: 100, description: "Only this service, by its name, or `hub`" }),
  ),
});

/** The service that a query names. Throws if there is none of this name. */
export function serviceOf(
  { plugins, own }: HubView,
  { service }: { service?: string },
): string | undefined {
  const names = [...plugins, own].map(({ name }) => name);
  if (service === undefined || names.includes(service)) return service;
  throw new HubError(
    "invalid_input",
    `query.service must be the name of a service: it is "${service}", and there are ${names.join(", ")}`,
    { at: "query.service" },
  );
}
