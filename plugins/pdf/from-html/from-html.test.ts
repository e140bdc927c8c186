import { afterAll, describe, expect, test } from "bun:test";
import { json, realBrowser, testHub } from "hub/testing";
import { readBack } from "../second-engine.fixture.ts";

const root = `${import.meta.dir}/..`;
const fake = await testHub(root);
const service = await realBrowser();
afterAll(() => service?.close());

test("reports the hosts from which the page could not load anything", async () => {
  const html = '<title>Logo</title><img src="https://host/logo.png">';
  const { data } = await json(await fake.post("/api/pdf/from-html", { html, response: "json" }));
  expect(data).toMatchObject({ mime: "application/pdf", pages: 1, refused_hosts: 1 });
  expect(data.warnings).toEqual(['Nothing was loaded from the host "host"']);
});

describe("rejects", () => {
  test.each([
    [{}, "body", "neither"],
    [{ html: "<p>", margin: 101 }, "body.margin", "100"],
    [{ html: "<p>", paper: "a5", margin: 70 }, "body.margin", "10 mm"],
  ])("%j", async (body, location, words) => {
    const answer = await json(await fake.post("/api/pdf/from-html", body));
    expect([answer.code, answer.errors[0].location]).toEqual(["invalid_input", location]);
    expect(JSON.stringify(answer)).toContain(words);
  });
});

describe.skipIf(!service)("in a real browser", async () => {
  const hub = await testHub(root, service ?? {});

  test("prints a page with its files, and reaches no host", async () => {
    const form = new FormData();
    const html = `<link rel="stylesheet" href="style.css"><p>Printed text</p><img src="https://example.com/x.png">`;
    form.append("files", new File([html], "index.html"));
    form.append("files", new File(["p::after{content:' with style'}"], "style.css"));
    form.set("paper", "a5");
    const answer = await hub.post("/api/pdf/from-html", form);
    expect([answer.status, answer.headers.get("x-refused-hosts")]).toEqual([200, "1"]);
    const { texts, sizes } = await readBack(await answer.bytes());
    expect(texts.join(" ")).toContain("Printed text with style");
    expect(sizes).toEqual([[420, 596]]);
  }, 300_000);

  test("doesn't run scripts unless asked to", async () => {
    const html = "<p>Before</p><script>document.body.textContent='After'</script>";
    const read = async (javascript: boolean) => {
      const answer = await hub.post("/api/pdf/from-html", { html, javascript });
      return (await readBack(await answer.bytes())).texts.join(" ").trim();
    };
    expect([await read(false), await read(true)]).toEqual(["Before", "After"]);
  }, 300_000);
});
