import { HubError, reply, t } from "hub";
import { getBaseUrl } from "../../../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../../../core/site/view/own-routes.ts";

const values = t.Optional(t.Record(t.String(), t.Unknown()));

export default ownRoutes.route({
  summary: "Write the call of a tool as code",
  description: "Returns the code of a call in five languages, as part of a page.",
  params: t.Object({
    service: t.String({ maxLength: 100, description: "Name of the service" }),
    name: t.String({ maxLength: 200, description: "Name of the tool, such as `merge`" }),
  }),
  body: t.Object({
    params: values,
    query: values,
    body: values,
    files: t.Array(
      t.Object({
        field: t.String({ maxLength: 100, description: "Field of the file" }),
        name: t.String({ maxLength: 255, description: "Name of the file" }),
        type: t.String({ maxLength: 100, description: "Media type of the file" }),
      }),
      { maxItems: 100, default: [], description: "The files that the call uploads" },
    ),
  }),
  response: t.Object({ html: t.String({ description: "The code as markup" }) }),
  example: {
    params: { service: "qr", name: "generate" },
    body: { query: { data: "hello" } },
  },
  async handler({ params, body: { files, ...parts }, site, request, tools }) {
    const { findTool } = await import("../../../../core/site/docs/tools/list-tools.ts");
    const tool = tools.mode === "off" ? undefined : findTool(site, params);
    if (!tool)
      throw new HubError("not_found", `Unknown tool "${params.name}": /tools lists the tools`);
    const { buildSamples } = await import("../../../../core/site/docs/endpoint/samples.ts");
    const { sampleTabs } = await import("../../../../core/site/docs/endpoint/sample-tabs.ts");
    const { loaded } = tool;
    const uploads = Map.groupBy(files, ({ field }) => field);
    const body = { ...parts.body };
    for (const [field, all] of uploads)
      body[field] = all.map(({ name, type }) => new File([], name, { type }));
    const example = { ...parts, ...(loaded.route.body && { body }) };
    const route = { ...loaded.route, example };
    const samples = buildSamples(
      { ...loaded, route },
      { base: getBaseUrl(site, request), keyed: true },
    );
    return reply({ html: sampleTabs("code", samples).markup });
  },
});
