import { openApiRoute } from "../core/docs/openapi-route.ts";

export default openApiRoute("yaml");
