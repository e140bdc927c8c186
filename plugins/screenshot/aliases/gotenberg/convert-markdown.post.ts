import { defineFormRoute } from "../../gotenberg/route.ts";

export default defineFormRoute("convert", "markdown");
