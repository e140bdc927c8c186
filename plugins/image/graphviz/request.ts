import { oneOf, type Static, t } from "hub";
import image from "../plugin.ts";

const { graphMax, chartJsSideMax } = image.limits;

const layouts = ["dot", "neato", "fdp", "circo", "twopi", "osage"] as const;

const side = (what: string) =>
  t.Optional(
    t.Integer({
      minimum: 10,
      maximum: chartJsSideMax,
      description: `The ${what} in pixels. By default, the graph decides`,
    }),
  );

/** The fields of a graph in a query or a body. */
export const graphFields = {
  graph: t.String({
    minLength: 1,
    maxLength: graphMax,
    description: "The graph in the DOT language",
  }),
  layout: oneOf(layouts, { default: "dot", description: "The layout program of Graphviz" }),
  engine: t.Optional(oneOf(layouts, { description: "Another name of `layout`" })),
  format: oneOf(["svg", "png"], { default: "svg", description: "The file format" }),
  width: side("width"),
  height: side("height"),
};

const fields = t.Object(graphFields);

export type GraphRequest = Static<typeof fields>;
