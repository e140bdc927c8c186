import { expect, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import type { Route } from "../../contract/plugin.ts";
import { binary, oneOf } from "../../contract/schema.ts";
import { order } from "../../testing/sample-plugin.ts";
import { buildSampleCall } from "./sample-call.ts";

const pictures = binary("image/png", "image/svg+xml;charset=utf-8", "image/jpeg");
const either = t.Union([pictures, t.Object({})]);
const jsonFirst = t.Union([t.Object({}), pictures]);
const format = (...names: string[]) => t.Object({ format: oneOf(names, { default: names[0] }) });

test.each<[name: string | undefined, why: string, route: Partial<Route>]>([
  [undefined, "JSON is printed", { response: t.Object({}) }],
  ["answer.mp3", "the only media type", { response: binary("audio/mpeg") }],
  ["answer.bin", "any media type", { response: binary("*/*") }],
  ["answer.png", "the first of several", { response: either }],
  [undefined, "JSON before files", { response: jsonFirst }],
  ["answer.svg", "the default format", { response: either, body: format("svg", "png") }],
  [
    "answer.jpg",
    "the format of the example",
    { response: either, body: format("svg", "jpeg"), example: { body: { format: "jpeg" } } },
  ],
  [undefined, "JSON by default", { response: either, body: format("json", "png") }],
  ["answer.png", "a format within a format", { response: either, body: format("a4", "a5") }],
  [undefined, "the format of files in JSON", { response: jsonFirst, body: format("png", "jpg") }],
  ["answer.png", "a format besides JSON", { response: jsonFirst, body: format("png", "json") }],
])("the response is saved as %p: %s", (name, _, changes) => {
  const route = { ...order.route, example: {}, ...changes } as Route;
  const call = buildSampleCall({ ...order, route }, { base: "", keyed: true });
  expect(call.saved).toBe(name);
});
