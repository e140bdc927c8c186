// Where many probes look by default.
export { default } from "./livez.get.ts";
