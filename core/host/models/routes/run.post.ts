export { runRoute as default } from "../model-route.ts";
