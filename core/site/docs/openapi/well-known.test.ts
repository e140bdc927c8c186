import { describe, expect, test } from "bun:test";
import { json } from "hub/testing";
import { loadAll } from "../../../host/load/load-all.ts";
import { docsHub } from "../../../testing/docs-hub.ts";

const { plugins } = await loadAll([`${import.meta.dir}/../../../../plugins`], { strict: true });
const hub = docsHub(plugins);
const path = "/.well-known/api-catalog";
const profile = "https://www.rfc-editor.org/info/rfc9727";

interface Target {
  href: string;
  type: string;
}

describe(path, () => {
  test("is a linkset of the profile of RFC 9727", async () => {
    const answer = await hub.get(path);
    expect(answer.headers.get("content-type")).toStartWith(
      `application/linkset+json; profile="${profile}"`,
    );
    const { linkset } = await json(answer);
    expect(linkset[0].anchor).toBe(`https://hub.example${path}`);
    expect(linkset[0].item.map(({ href }: Target) => href)).toEqual(
      plugins.map(({ name }) => `https://hub.example/api/${name}`),
    );
  });

  test("only links to existing resources, in the declared media type", async () => {
    const { linkset } = await json(await hub.get(path));
    expect(linkset).toHaveLength(plugins.length + 1);
    for (const links of linkset)
      for (const relation of ["service-desc", "service-doc", "status"])
        for (const { href, type } of links[relation] as Target[]) {
          const answer = await hub.get(href.slice("https://hub.example".length), { accept: type });
          expect([href, answer.status]).toEqual([href, 200]);
          expect(answer.headers.get("content-type")).toStartWith(type);
        }
  });

  test("is linked in a header, also for HEAD", async () => {
    const request = new Request(`http://localhost${path}`, { method: "HEAD" });
    const { status, headers } = await hub.fetch(request);
    expect(status).toBe(200);
    expect(headers.get("link")).toContain(`<https://hub.example${path}>; rel="api-catalog"`);
    expect(headers.get("link")).toContain(
      '<https://hub.example/openapi.json>; rel="service-desc"; type="application/json"',
    );
  });

  test("is linked from /, as a page and as JSON", async () => {
    for (const accept of ["text/html", "application/json"])
      expect((await hub.get("/", { accept })).headers.get("link")).toContain(
        `<${path}>; rel="api-catalog"`,
      );
  });
});

describe("/.well-known/security.txt", () => {
  const file = "/.well-known/security.txt";

  test("has the operator's contacts, for half a year", async () => {
    const contacts = ["mailto:security@hub.example", "https://hub.example/security"];
    const answer = await docsHub([], { securityContacts: contacts }).get(file);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect((await answer.text()).split("\n")).toEqual([
      "Contact: mailto:security@hub.example",
      "Contact: https://hub.example/security",
      "Expires: 1970-06-30T00:00:00.000Z",
      "Preferred-Languages: en",
      `Canonical: https://hub.example${file}`,
      "",
    ]);
  });

  test("contains no unencrypted URL of its own", async () => {
    const text = await (await docsHub([], { baseUrl: () => undefined }).get(file)).text();
    expect(text).not.toContain("Canonical");
  });

  test("is missing without a contact, and says why", async () => {
    const answer = await docsHub([], { securityContacts: [] }).get(file);
    expect(answer.status).toBe(404);
    expect((await json(answer)).detail).toContain("HUB_SECURITY_CONTACT");
  });
});
