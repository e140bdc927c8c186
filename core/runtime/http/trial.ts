import { HubError } from "../../contract/errors.ts";
import type { Reply } from "../../contract/reply.ts";
import type { Call } from "./call.ts";
import type { Endpoint, Values } from "./endpoint.ts";
import { Input } from "./input.ts";

const parts = ["params", "query", "body"] as const;

/** A keyless sample of an endpoint: the route's example, with the caller's values in their places. */
export class Trial {
  readonly endpoint: Endpoint;

  constructor(endpoint: Endpoint) {
    this.endpoint = endpoint;
  }

  /** Answers with the values of the trial's path and query, each put where the route names it. */
  answer(call: Call, params: Record<string, string>): Reply | Promise<Reply> {
    const { route } = this.endpoint.loaded;
    const given = [...new URLSearchParams(call.address.search), ...Object.entries(params)];
    const values = Object.fromEntries(parts.map((part) => [part, { ...route.example[part] }])) as {
      [Part in keyof Values]: Record<string, unknown>;
    };
    for (const [name, value] of given) {
      const part = parts.find((part) => route[part] && name in route[part].properties);
      if (!part)
        throw new HubError(
          "invalid_input",
          `query.${name} is not known: this trial takes ${known(this)}`,
          {
            at: `query.${name}`,
          },
        );
      Object.assign(values[part]!, new Input(route[part]!, "query").read([[name, value]]));
    }
    return this.endpoint.work(this.endpoint.check(values), call);
  }
}

function known({ endpoint: { loaded } }: Trial): string {
  return parts.flatMap((part) => Object.keys(loaded.route[part]?.properties ?? {})).join(", ");
}
