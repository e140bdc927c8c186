import { pageResponse } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Open the gallery",
  description:
    "Returns a page of pictures, documents and voices, made from the captured responses of endpoints.",
  response: pageResponse,
  example: {},
  async handler({ site }) {
    const { galleryPage } = await import("../core/site/docs/overview/gallery-page.ts");
    return galleryPage(site);
  },
});
