import { HubError } from "../../../contract/errors.ts";
import { type Reply, reply } from "../../../contract/reply.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { listGalleryEntries } from "../../examples/gallery.ts";
import { listSampleFiles } from "../../examples/sample-call.ts";
import type { AnswerExamples, Catalogue } from "../../view/site.ts";
import { buildOperationId, findAnswerPath, wantsKey } from "../openapi/openapi.ts";
import { pageType } from "../page/page.ts";
import { showAnswer } from "./answer-view.ts";

/** An endpoint with an example response. */
interface Answerable {
  plugin: LoadedPlugin;
  loaded: LoadedRoute;
  /** The path of its example response. */
  address: string;
}

interface AnswerQuery {
  /** The version of the response, for caching. */
  v?: string | undefined;
  part?: "picture" | "shown" | undefined;
  /** The caption of an example in the gallery, instead of the endpoint's own. */
  variant?: string | undefined;
}

/** Blocks scripts and external resources in captured responses. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; frame-ancestors 'self'";

/** Finds an endpoint by its operation id. */
export function findAnswerable(site: Catalogue, id: string): Answerable | undefined {
  for (const plugin of [...site.plugins, site.own])
    for (const loaded of [...plugin.routes, ...plugin.open]) {
      if (buildOperationId(loaded.method, loaded.path) !== id) continue;
      const address = findAnswerPath(plugin, loaded, { keyed: wantsKey(site, loaded) });
      return address === undefined ? undefined : { plugin, loaded, address };
    }
  return undefined;
}

/** Returns a file that an endpoint's example uploads. Throws `not_found`. */
export async function sampleFileReply({ loaded }: Answerable, name: string): Promise<Reply> {
  const files = listSampleFiles(loaded).map(([, file]) => file);
  const file = files.find((one) => one.name === name);
  if (!file) throw new HubError("not_found", `The example of this operation has no file "${name}"`);
  return reply(await file.bytes(), {
    type: file.type,
    headers: {
      "cache-control": "no-cache",
      "content-disposition": "attachment",
      "content-security-policy": policy,
      "x-robots-tag": "noindex",
    },
  });
}

/** Returns the captured response of an endpoint, its preview image, or its HTML view. */
export async function answerReply(
  site: Pick<AnswerExamples, "captured">,
  { plugin, loaded, address }: Answerable,
  { v, part, variant }: AnswerQuery,
): Promise<Reply> {
  const asked =
    variant === undefined
      ? loaded
      : listGalleryEntries(loaded).find(({ caption }) => caption === variant)?.loaded;
  if (!asked) throw new HubError("not_found", `The gallery has no example "${variant}"`);
  const answer = await (await site.captured()).capture(plugin, asked);
  const isFixed = v === answer.version && answer.until === Number.POSITIVE_INFINITY;
  const headers: Record<string, string> = {
    "cache-control": isFixed ? "public, max-age=31536000, immutable" : "no-cache",
    "content-security-policy": policy,
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex",
    "x-captured-status": String(answer.status),
    ...(answer.location !== undefined && { "x-captured-location": answer.location }),
  };
  if (part === "shown")
    return reply(showAnswer(answer, { address, summary: loaded.route.summary }).markup, {
      type: pageType,
      headers: { ...headers, "cache-control": "no-cache" },
    });
  const sent = part === "picture" ? answer.picture : answer;
  if (!sent?.bytes)
    throw new HubError(
      "not_found",
      part === "picture"
        ? "The response has no preview image"
        : "The response is too large to be stored",
    );
  return reply(sent.bytes, { type: sent.type || "application/octet-stream", headers });
}
