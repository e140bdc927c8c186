import { binary, t } from "hub";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import { graphFields } from "../../graphviz/request.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw a graph in the DOT language from a QuickChart-compatible body",
  description: "Replaces `POST /graphviz` of QuickChart. The fields are those of `GET /graphviz`.",
  body: t.Object(graphFields),
  response: binary(mediaTypes.svg, mediaTypes.png),
  heavy: true,
  timeoutMs: 5000,
  keyParameter: "key",
  headers: pictureHeaders,
  example: { body: { graph: "graph { a -- b -- c -- a }", layout: "circo" } },
  async handler({ body }) {
    const { answerGraph } = await import("../../graphviz/graphviz.ts");
    return answerGraph(body, "body.graph");
  },
});
