import { defineFormRoute } from "../../gotenberg/route.ts";

export default defineFormRoute("screenshot", "url");
