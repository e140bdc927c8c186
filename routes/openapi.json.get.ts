import { openApiRoute } from "../core/site/docs/openapi-route.ts";

export default openApiRoute("json");
