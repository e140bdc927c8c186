import { openApiRoute } from "../core/site/docs/openapi/openapi-route.ts";

export default openApiRoute("json");
