import { openApiRoute } from "../core/runtime/docs/openapi-route.ts";

export default openApiRoute("json");
