import { Type as t } from "@sinclair/typebox";
import { definePlugin, type Plugin } from "../contract/plugin.ts";
import { binary, file, oneOf } from "../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../host/plugin/loaded-plugin.ts";

/** Markup in a place where only text is allowed. */
export const hostile = `<script>alert("x")</script>`;

const plugin = definePlugin({
  title: `Sample ${hostile}`,
  summary: `Shows ${hostile}`,
  permissions: { net: ["api.example"], kv: true },
  limits: { bodyBytesMax: 2048, batchMax: 50 },
  errors: { too_plain: { status: 422, title: `It is ${hostile}` } },
  try: { "/say/:word": "say/[word].get" },
  public: { "/greet/:word": "greet.get" },
});

/** Echoes a word. Has a path parameter, a query and a sample. */
export const say: LoadedRoute = {
  folder: "routes",
  file: "say/[word].get.ts",
  method: "GET",
  path: "/api/sample/say/:word",
  route: plugin.route({
    summary: `Say ${hostile}`,
    description: `Not ${hostile}`,
    params: t.Object({ word: t.String({ maxLength: 20, description: `A word ${hostile}` }) }),
    query: t.Object({
      loud: t.Boolean({ default: false, description: "Whether to shout" }),
      tone: t.Optional(oneOf([hostile, "calm"], { description: "How" })),
    }),
    response: t.Object({ said: t.String({ description: "What was said" }) }),
    example: { params: { word: "it's" }, query: { loud: true } },
    handler: ({ params }) => ({ said: params.word }),
  }),
};

/** Accepts nested JSON. */
export const order: LoadedRoute = {
  folder: "routes",
  file: "order.post.ts",
  method: "POST",
  path: "/api/sample/order",
  route: plugin.route({
    summary: "Order",
    body: t.Object({
      items: t.Array(
        t.Object({ name: t.String({ description: "What" }), paid: t.Boolean({ default: true }) }),
        { minItems: 1, maxItems: plugin.limits.batchMax, description: "The things" },
      ),
      note: t.Union([t.String(), t.Null()], { description: "Anything else" }),
    }),
    response: t.Object({ count: t.Integer() }),
    example: { body: { items: [{ name: "a 'b'", paid: true }], note: null } },
    handler: ({ body }) => ({ count: body.items.length }),
  }),
};

/** Accepts files, returns an image and runs as a job. */
export const draw: LoadedRoute = {
  folder: "routes",
  file: "draw.post.ts",
  method: "POST",
  path: "/api/sample/draw",
  route: plugin.route({
    summary: "Draw",
    body: t.Object({
      pictures: t.Array(file({ maxBytes: 1024, mediaTypes: ["image/png"] }), {
        description: "The pictures",
      }),
      title: t.String({ description: "A title" }),
    }),
    response: binary("image/png"),
    heavy: true,
    example: {
      body: { pictures: [new File(["x"], "a.png", { type: "image/png" })], title: "Two" },
    },
    handler: () => new Uint8Array(),
  }),
};

/** Responds without a key, at the root. */
const greet: LoadedRoute = {
  folder: "public",
  file: "greet.get.ts",
  method: "GET",
  path: "/greet/:word",
  route: plugin.route({
    summary: `Greet ${hostile}`,
    params: t.Object({ word: t.String({ maxLength: 20, description: `Whom ${hostile}` }) }),
    response: t.Object({ said: t.String() }),
    publicPerMinute: 20,
    example: { params: { word: "Ada" } },
    handler: ({ params }) => ({ said: params.word }),
  }),
};

/** A plugin whose texts all contain markup. For tests. */
export const samplePlugin: LoadedPlugin = {
  name: "sample",
  dir: import.meta.dir,
  plugin: plugin as unknown as Plugin,
  routes: [say, order, draw],
  open: [greet],
  datasets: {},
  isolated: false,
};
