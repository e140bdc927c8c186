import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import type { RightCall, RightCallOptions } from "../../../server/http/teach.ts";
import { curl } from "../../examples/curl.ts";
import { buildSampleCall } from "../../examples/sample-call.ts";

/** Writes the example of an endpoint for curl, with the caller's own body if it is right, and links its page. */
export function writeRightCall(
  plugin: LoadedPlugin,
  loaded: LoadedRoute,
  { base, keyed, body }: RightCallOptions,
): RightCall {
  // The document's module is large, and most hubs never need it for this.
  const { buildEndpointPath } =
    require("../openapi/openapi.ts") as typeof import("../openapi/openapi.ts");
  const call = buildSampleCall(loaded, { base, keyed });
  return {
    example: curl(body === undefined ? call : { ...call, json: body }),
    documentation: base + buildEndpointPath(plugin, loaded),
  };
}
