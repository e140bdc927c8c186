// Alias for the default path of many health probes.
export { default } from "./livez.get.ts";
