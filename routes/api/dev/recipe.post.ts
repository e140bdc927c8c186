import { binary, HubError, oneOf, reply, t } from "hub";
import { createMissingKeyError, readApiKey } from "../../../core/accounts/credentials.ts";
import { bytes as formatBytes } from "../../../core/site/docs/openapi/facts.ts";
import { buildEndpointPath } from "../../../core/site/docs/openapi/openapi.ts";
import { getBaseUrl } from "../../../core/site/docs/page/page.ts";
import { recipeLimits, stepSchema } from "../../../core/site/recipe/recipe-fields.ts";
import type { StepExcerpt, StepValue } from "../../../core/site/recipe/run-recipe.ts";
import { ownRoutes } from "../../../core/site/view/own-routes.ts";

const { steps: stepsMax, valueBytes, textBytes, calls: callsMax, seconds } = recipeLimits;

/** The number of bytes of a value that `show` includes. */
const shownBytesMax = 10_000;

const shown = t.Object({
  bytes: t.Integer({ description: "Size in bytes" }),
  text: t.Union([t.String(), t.Null()], { description: "The text; null if it is not UTF-8" }),
  base64: t.Union([t.String(), t.Null()], { description: "The bytes if they are not text" }),
});

export default ownRoutes.route({
  summary: "Run a recipe: up to fifty endpoints, one after another",
  keywords: "recipe, pipeline, chain, cyberchef, bake, workflow, steps, batch",
  description: `Calls endpoints one after another. Each step gets the bytes that the previous one returned, up to ${formatBytes(valueBytes)} as a file and ${formatBytes(textBytes)} as text. \`if\` skips a step, \`each\` runs it for each line or item, and \`register\` keeps an output by a name for later steps.\n\nEach call of a step counts and costs as if you had sent it yourself, with the rights and limits of your key. The recipe itself costs nothing. It makes at most ${callsMax} calls and takes at most ${seconds} seconds. A step cannot be a recipe.\n\nAn error has the code and status of the step's endpoint, the number of the step in \`step\`, and the endpoint's own error in \`step_error\`.\n\n\`Accept: application/octet-stream\` returns only the output.`,
  body: t.Object({
    steps: t.Array(stepSchema, { minItems: 1, maxItems: stepsMax, description: "The steps" }),
    input: t.Optional(t.String({ maxLength: textBytes, description: "Input of the first step" })),
    input_base64: t.Optional(
      t.String({ maxLength: 16_777_216, description: "Input of the first step as base64" }),
    ),
    show: t.Boolean({
      default: false,
      description: `Returns the input and output of each step, up to ${shownBytesMax} bytes of each`,
    }),
    export: oneOf(["none", "link", "shell"], {
      default: "none",
      description:
        "Returns the steps as a link to the form with them, or as a shell script for curl, instead of running them",
    }),
  }),
  response: t.Union([
    t.Object({
      result: t.Union([t.String(), t.Null()], {
        description: "The output, the link or the script; null if the bytes are not UTF-8",
      }),
      base64: t.Union([t.String(), t.Null()], { description: "The output if it is not text" }),
      bytes: t.Integer({ description: "Size of the output" }),
      type: t.String({ description: "Media type of the output" }),
      calls: t.Integer({ description: "Number of calls" }),
      steps: t.Array(
        t.Object({
          endpoint: t.String(),
          calls: t.Integer({ description: "Number of calls; 0 if the step was skipped" }),
          input: t.Optional(shown),
          output: t.Optional(shown),
        }),
      ),
    }),
    binary("application/octet-stream"),
  ]),
  cache: "never",
  bodyBytesMax: 25_165_824,
  bodyValuesMax: 20_000,
  example: {
    body: {
      input: "hello",
      steps: [{ endpoint: "POST /api/dev/encode/hex" }, { endpoint: "GET /api/dev/hash/md5" }],
    },
  },
  async handler({ body, site, calls, call, request }) {
    const { steps } = body;
    if (body.export !== "none") {
      const { buildLink, writeShellScript } = await import(
        "../../../core/site/recipe/export-recipe.ts"
      );
      const base = getBaseUrl(site, request);
      const route = site.own.routes.find(({ path }) => path === "/api/dev/recipe");
      const page = route ? base + buildEndpointPath(site.own, route) : base;
      const text = body.export === "link" ? buildLink(steps, page) : writeShellScript(steps, base);
      return answer({ bytes: Buffer.from(text), type: "text/plain" }, { calls: 0, steps: [] });
    }
    const key = readApiKey(call);
    if (key instanceof HubError) throw key;
    if (key === undefined) throw createMissingKeyError(call);
    const { runRecipe } = await import("../../../core/site/recipe/run-recipe.ts");
    const { buildEndpointRequest } = await import("../../../core/site/mcp/call-endpoint.ts");
    const { getNamedEndpoints } = await import("../../../core/site/mcp/endpoints.ts");
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(seconds * 1000)]);
    const caller = new Request(request.url, { headers: request.headers, signal });
    const { origin } = new URL(request.url);
    const run = runRecipe(steps, {
      endpoints: [...getNamedEndpoints(site.plugins).values()],
      input: readInput(body),
      excerptBytes: body.show ? shownBytesMax : 0,
      async ask(endpoint, given, accept) {
        const asked = buildEndpointRequest(endpoint, given, { origin, key, caller });
        asked.headers.set("accept", accept);
        return calls.ask(call, asked);
      },
    });
    const { output, ...rest } = await call.keepOpenDuring(run);
    const records = rest.steps.map(({ input, output, ...one }) => ({
      ...one,
      ...(body.show && { input: show(input), output: show(output) }),
    }));
    return answer(output, { calls: rest.calls, steps: records });
  },
});

function readInput({ input, input_base64 }: { input?: string; input_base64?: string }): StepValue {
  if (input_base64 === undefined) return { bytes: Buffer.from(input ?? ""), type: "text/plain" };
  const at = "body.input_base64";
  if (input !== undefined)
    throw new HubError("invalid_input", `${at} must be omitted, because input is given`, { at });
  try {
    const bytes = Buffer.from(Uint8Array.fromBase64(input_base64));
    return { bytes, type: "application/octet-stream" };
  } catch {
    throw new HubError("invalid_input", `${at} must be base64`, { at });
  }
}

function answer({ bytes, type }: StepValue, rest: { calls: number; steps: object[] }) {
  const { text, base64 } = describeBytes(bytes);
  const about = { result: text, base64, bytes: bytes.length, type, ...rest };
  return reply(about, { alternatives: { "application/octet-stream": () => bytes } });
}

function show({ size, head }: StepExcerpt) {
  return { bytes: size, ...describeBytes(head) };
}

function describeBytes(bytes: Buffer) {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    // A value that is cut may end within a character.
    return {
      text: decoder.decode(bytes, { stream: bytes.length === shownBytesMax }),
      base64: null,
    };
  } catch {
    return { text: null, base64: bytes.toString("base64") };
  }
}
