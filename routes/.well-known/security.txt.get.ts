import { binary, HubError } from "hub";
import { baseOf } from "../../core/site/docs/page.ts";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

/** RFC 9116 recommends less than a year. */
const validMs = 180 * 24 * 60 * 60 * 1000;

export default ownRoutes.route({
  summary: "Find whom to tell of a hole in this hub's security",
  description:
    "After RFC 9116. 404 where the operator names nobody (`HUB_SECURITY_CONTACT`), as the file is invalid without a contact.",
  response: binary("text/plain; charset=utf-8"),
  cache: "never",
  example: {},
  handler({ site, clock, request }) {
    if (site.securityContacts.length === 0)
      throw new HubError(
        "not_found",
        "There is no security.txt: the operator of this hub names no contact in HUB_SECURITY_CONTACT",
      );
    const base = baseOf(site, request);
    return [
      ...site.securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(clock() + validMs).toISOString()}`,
      "Preferred-Languages: en",
      // An address that is not encrypted must not stand here.
      ...(base.startsWith("https:") ? [`Canonical: ${base}/.well-known/security.txt`] : []),
      "",
    ].join("\n");
  },
});
