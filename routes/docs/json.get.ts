// Alias for the path that Elysia's documentation plugins use.
export { default } from "../openapi.json.get.ts";
