import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "hub/testing";
import sharp from "sharp";
import { lacksBrowser } from "../core/testing/browser-service.ts";
import { captureHub as hub, serveSite, pageSlots as slots } from "./capture-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const page = `<!doctype html><style>body{margin:0;background:#fff;font:16px sans-serif}body.done{background:#0f0}</style>`;
const pages: Record<string, string> = {
  "/menu": `${page}<button id=open onclick="setTimeout(() => { menu.hidden = false }, 300)">Open</button><div id=menu hidden><a href="/target">Go</a></div><a id=private href="http://10.0.0.1/">A</a><a id=nowhere href="http://nowhere.invalid/">B</a>`,
  "/target": "<!doctype html><style>body{background:#00f}</style><p>Target",
  "/form": `${page}<form onsubmit="if (name.value === 'Ada' && document.querySelector('textarea').value === 'Grüße 世界') document.body.className = 'done'; return false"><input id=name value=old><textarea>old</textarea></form>`,
  "/shadow": `${page}<x-card></x-card><script>customElements.define("x-card", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '<x-inner></x-inner>' } }); customElements.define("x-inner", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = '<button class=deep style="width:90px;height:40px;background:#f00;border:0">B</button>'; this.shadowRoot.querySelector("button").onclick = () => { document.body.className = "done" } } })</script>`,
  "/hover": `${page}<style>p:hover{background:#f00}p{width:100%;height:200px;margin:0}</style><p>Text`,
  "/long": `${page}<div style="height:3000px"></div><div id=low style="height:300px;background:#f00">Low</div>`,
  "/clock": `${page}<script>document.write(new Date().toISOString() + " " + Date.now() + " " + Date() + " " + new Date(0).getTime() + " " + (new Date() instanceof Date) + " " + (new Date().constructor === Date) + " " + [Math.random(), Math.random()]); document.title = new Date().toISOString() + "|" + new Date(2020, 0).getFullYear() + "|" + (new Date() instanceof Date)</script>`,
};
serveSite(
  (request) =>
    new Response(pages[new URL(request.url).pathname], {
      headers: { "content-type": "text/html; charset=utf-8" },
    }),
);
const post = (path: string, body: object) =>
  slots.run(() =>
    hub.post("/api/screenshot/capture", {
      url: `http://page.test${path}`,
      ...{ width: 320, height: 240, cache_ttl: 0, ...body },
    }),
  );

async function readColor(answer: Response, x = 300, y = 220): Promise<string> {
  expect(answer.status).toBe(200);
  const { data, info } = await sharp(await answer.bytes())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.toString("hex", (y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
}

describe.skipIf(lacksBrowser)("steps", () => {
  test("click through a menu that opens late, to another page", async () => {
    const steps = [
      { action: "click", selector: "#open" },
      { action: "wait", selector: "#menu a" },
      { action: "click", selector: "#menu a" },
    ];
    expect(await readColor(await post("/menu", { steps, css: "p{color:#fff}" }))).toBe("0000ff");
  });

  test("replace the text of fields in any script, and press a key", async () => {
    const steps = [
      { action: "type", selector: "textarea", text: "Grüße 世界" },
      { action: "type", selector: "#name", text: "Ada" },
      { action: "press", text: "Enter" },
    ];
    expect(await readColor(await post("/form", { steps }))).toBe("00ff00");
  });

  test("find elements in open shadow trees", async () => {
    const steps = [{ action: "click", selector: "button.deep" }];
    expect(await readColor(await post("/shadow", { steps }))).toBe("00ff00");
    const one = await post("/shadow", { selector: "button.deep" });
    expect(await sharp(await one.bytes()).metadata()).toMatchObject({ width: 90, height: 40 });
  });

  test("hover and scroll", async () => {
    const hover = [{ action: "hover", selector: "p" }];
    expect(await readColor(await post("/hover", { steps: hover }), 300, 190)).toBe("ff0000");
    for (const step of [{ selector: "#low" }, { y: 3000 }])
      expect(await readColor(await post("/long", { steps: [{ action: "scroll", ...step }] }))).toBe(
        "ff0000",
      );
  });

  test.each([
    [[{ action: "click", selector: "#none" }], 422, "selector_not_found"],
    [[{ action: "click", selector: "((" }], 400, "invalid_input"],
    [[{ action: "type", selector: "button", text: "x" }], 400, "invalid_input"],
    [[{ action: "click", selector: "#private" }], 403, "address_not_allowed"],
    [[{ action: "click", selector: "#nowhere" }], 502, "navigation_failed"],
  ])("fail for %j", async (steps, status, code) => {
    const answer = await json(await post("/menu", { steps }));
    expect([answer.status, answer.code]).toEqual([status, code]);
  });
});

describe.skipIf(lacksBrowser)("frozen_at", () => {
  test("fixes the clock and the random numbers of a page", async () => {
    const body = { frozen_at: "2026-01-31T12:00:00Z" };
    const described = await json(await post("/clock", { ...body, format: "json" }));
    expect(described.title).toBe("2026-01-31T12:00:00.000Z|2020|true");
    const [one, two] = [await post("/clock", body), await post("/clock", body)];
    expect(await one.bytes()).toEqual(await two.bytes());
    const other = await post("/clock", { frozen_at: "2026-01-31T12:00:00.001Z" });
    expect(await other.bytes()).not.toEqual(await (await post("/clock", body)).bytes());
  });
});
