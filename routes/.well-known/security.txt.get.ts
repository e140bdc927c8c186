import { binary, HubError } from "hub";
import { getBaseUrl } from "../../core/site/docs/page/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

/** RFC 9116 recommends less than a year. */
const validMs = 180 * 24 * 60 * 60 * 1000;

export default ownRoutes.route({
  summary: "Get the security contact",
  description:
    "Returns `security.txt` (RFC 9116), which says where to report vulnerabilities. Returns 404 if the operator has not set `HUB_SECURITY_CONTACT`.",
  response: binary("text/plain; charset=utf-8"),
  cache: "never",
  example: {},
  handler({ site, clock, request }) {
    if (site.securityContacts.length === 0)
      throw new HubError(
        "not_found",
        "This hub has no security.txt: its operator has not set HUB_SECURITY_CONTACT",
      );
    const base = getBaseUrl(site, request);
    return [
      ...site.securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(clock() + validMs).toISOString()}`,
      "Preferred-Languages: en",
      // RFC 9116 allows only https URLs here.
      ...(base.startsWith("https:") ? [`Canonical: ${base}/.well-known/security.txt`] : []),
      "",
    ].join("\n");
  },
});
