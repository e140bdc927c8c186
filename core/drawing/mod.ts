/** Everything a plugin author may draw with. Import it from the work that a handler loads. */
export { escapeXml } from "./escape-xml.ts";
