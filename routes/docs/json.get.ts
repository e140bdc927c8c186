// Where Elysia's own documentation plugins serve the document.
export { default } from "../openapi.json.get.ts";
