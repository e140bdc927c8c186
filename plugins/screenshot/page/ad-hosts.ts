import { openWords } from "hub/data-file";

/**
 * Reads the hosts that serve advertising or track people across pages, subdomains included, and the selectors of the
 * elements in which they place their content. These are empty if requests are blocked.
 */
export const readAdPlaces = openWords(new URL("./ad-hosts.txt", import.meta.url), [
  "hosts",
  "selectors",
]);
