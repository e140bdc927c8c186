import { json, type TestHubOptions, testHub } from "hub/testing";

/** Creates a hub with the URL toolkit, a clock that the test controls, and shortcuts for links. For tests. */
export async function linkHub(options: TestHubOptions = {}) {
  const clock = { now: Date.UTC(2026, 0, 2, 3, 4, 5) };
  const hub = await testHub(import.meta.dir, { clock: () => clock.now, ...options });

  /** Returns the headers of an owner. Each key is a different account. */
  const as = (owner?: string) => (owner === undefined ? {} : { "x-api-key": owner });
  return {
    ...hub,
    clock,
    shorten: (body: object, owner?: string) => hub.post("/api/url/shorten", body, as(owner)),
    /** Creates a link, with a random code by default, and returns the response. */
    link: async (body: object = {}, owner?: string) =>
      json(
        await hub.post(
          "/api/url/shorten",
          { url: "https://example.com/page", reuse: false, ...body },
          as(owner),
        ),
      ),
    edit: (code: string, body: object, owner?: string) =>
      hub.fetch(
        new Request(`http://localhost/api/url/links/${code}`, {
          method: "PATCH",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json", "x-api-key": owner ?? "test" },
        }),
      ),
    remove: (code: string, owner?: string) =>
      hub.fetch(
        new Request(`http://localhost/api/url/links/${code}`, {
          method: "DELETE",
          headers: { "x-api-key": owner ?? "test" },
        }),
      ),
    stats: (code: string, query = "", owner?: string) =>
      hub.get(`/api/url/links/${code}${query}`, as(owner)),
    /** Follows a link as a browser does. */
    click: (code: string, headers: Record<string, string> = {}) =>
      hub.get(`/s/${code}`, { "user-agent": firefox, ...headers }),
  };
}

export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
