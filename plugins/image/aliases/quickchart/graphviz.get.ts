import { binary, t } from "hub";
import { mediaTypes, pictureHeaders } from "../../formats.ts";
import { graphFields } from "../../graphviz/request.ts";
import image from "../../plugin.ts";

export default image.route({
  summary: "Draw a graph in the DOT language at a QuickChart-compatible URL",
  description:
    "Replaces `/graphviz` of QuickChart: `/graphviz?graph=digraph{a->b}`. Graphviz lays out and draws the graph. `width` and `height` are those of the picture, with the graph in its middle. Links and images of nodes are left out.",
  query: t.Object(graphFields),
  response: binary(mediaTypes.svg, mediaTypes.png),
  cache: "forever",
  heavy: true,
  timeoutMs: 5000,
  keyParameter: "key",
  headers: pictureHeaders,
  example: { query: { graph: "digraph { main -> parse -> execute; main -> cleanup }" } },
  async handler({ query }) {
    const { answerGraph } = await import("../../graphviz/graphviz.ts");
    return answerGraph(query, "query.graph");
  },
});
