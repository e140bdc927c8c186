import type { Link } from "../link/link.ts";
import { addOwnedLink } from "../link/own-links.ts";
import url from "../plugin.ts";

export default url.migration({
  summary: "Note whose the links are, so that their owners can list them",
  async handler({ kv }) {
    for (const key of await kv.keys("link:")) {
      const link = await kv.get<Link>(key);
      if (link) await addOwnedLink(link, kv);
    }
  },
});
