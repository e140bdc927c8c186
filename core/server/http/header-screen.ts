import { HubError } from "../../contract/errors.ts";
import { normaliseLocation } from "../../contract/redirect.ts";
import { Reply } from "../../contract/reply.ts";
import { freeHeaders, type ResponseHeaders } from "../../contract/response-headers.ts";
import type { PluginDoors } from "../../host/doors/grant.ts";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";

/** The start of the message about a removed header. */
export const removedMark = "Removed the response header";

/** Removes the response headers that a route may not set from its replies and errors. */
export class HeaderScreen {
  readonly #allowed: ReadonlySet<string>;
  readonly #reported = new Set<string>();
  /** Frozen headers that it has already allowed, because a redirect in memory is sent many times. */
  readonly #allowedSets = new WeakSet<ResponseHeaders>();
  readonly #loaded: LoadedRoute;
  readonly #log: PluginDoors["log"];

  constructor(loaded: LoadedRoute, { headers = [], log }: Pick<PluginDoors, "headers" | "log">) {
    this.#allowed = new Set([...freeHeaders, ...(loaded.route.headers ?? []), ...headers]);
    this.#loaded = loaded;
    this.#log = log;
  }

  /** Returns the reply with the headers that it may have. */
  screenReply(reply: Reply): Reply {
    const headers = this.#screen(reply.headers, reply.status);
    return headers === reply.headers ? reply : new Reply(reply.body, { ...reply, headers });
  }

  /** Removes the headers of an error that the plugin may not set. */
  screenError(error: unknown): void {
    if (error instanceof HubError)
      Object.assign(error, { headers: this.#screen(error.headers, error.status) });
  }

  /** Returns the same object if nothing has to change, because replies are cached with their headers. */
  #screen(given: ResponseHeaders, status: number): ResponseHeaders {
    if (this.#allowedSets.has(given)) return given;
    const kept: Record<string, string> = {};
    let isSame = true;
    for (const [name, value] of Object.entries(given)) {
      const lower = name.toLowerCase();
      const allowed = this.#screenValue(lower, value, status);
      if (allowed === undefined) this.#report(lower);
      else kept[lower] = allowed;
      isSame &&= allowed === value && lower === name;
    }
    if (isSame && Object.isFrozen(given)) this.#allowedSets.add(given);
    return isSame ? given : kept;
  }

  #screenValue(name: string, value: string, status: number): string | undefined {
    if (name === "location")
      return status >= 300 && status < 400 ? normaliseLocation(value) : undefined;
    if (!this.#allowed.has(name)) return undefined;
    const isPublic = this.#loaded.folder === "public";
    return name === "cache-control" && !isPublic ? makePrivate(value) : value;
  }

  /** Logs each header once, because a route sets it in every response. */
  #report(name: string): void {
    if (this.#reported.has(name)) return;
    this.#reported.add(name);
    const { folder, file } = this.#loaded;
    this.#log.warn(
      `${removedMark} "${name}" of ${folder}/${file}: neither the route's headers nor permissions.headers in plugin.ts name it, or the operator has not granted it`,
    );
  }
}

/** Makes the caching of a response to a key private, because a shared cache would send it to other callers. */
function makePrivate(value: string): string {
  const directives = value.split(",").map((directive) => directive.trim());
  const kept = directives.filter((directive) => !/^(?:public|s-maxage)\b/i.test(directive));
  const isPrivate = kept.some((directive) => /^(?:private|no-store)$/i.test(directive));
  return (isPrivate ? kept : ["private", ...kept]).join(", ");
}
