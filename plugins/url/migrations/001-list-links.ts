import type { Link } from "../link/link.ts";
import { addOwnedLink } from "../link/own-links.ts";
import url from "../plugin.ts";

export default url.migration({
  summary: "Record the owner of each link, so that owners can list their links",
  async handler({ kv }) {
    for (const key of await kv.keys("link:")) {
      const link = await kv.get<Link>(key);
      if (link) await addOwnedLink(link, kv);
    }
  },
});
