import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { json } from "hub/testing";
import { lacksBrowser } from "../core/testing/browser-service.ts";
import { captureHub as hub, serveSite, pageSlots as slots } from "./capture-hub.ts";

// A time limit that only stops a hanging test.
setDefaultTimeout(900_000);

const fixed = "position:fixed;left:0;right:0;bottom:0;background:#fff";
const say = (text: string, ...buttons: string[]) =>
  `${text} ${buttons.map((name) => `<button>${name}</button>`).join(" ")}`;

/** Banners in the languages of their visitors. */
const banners: Record<string, string> = {
  English: say("This website uses cookies to improve your experience.", "Manage", "Accept all"),
  "English, of an assistant": say(
    "Could we please enable some additional services for Cookies? You can withdraw your consent.",
    "I decline",
    "That's ok",
  ),
  German: say(
    "Wir verwenden Cookies, um Inhalte zu personalisieren.",
    "Einstellungen",
    "Alle akzeptieren",
  ),
  French: say("Nous utilisons des cookies pour améliorer le site.", "Tout refuser", "J’accepte"),
  Spanish: say("Utilizamos cookies propias y de terceros.", "Rechazar todo", "Aceptar"),
  Italian: say("Questo sito utilizza i cookie per le statistiche.", "Rifiuta", "Accetta tutti"),
  Portuguese: say("Este site usa cookies para análise.", "Recusar", "Aceitar"),
  Dutch: say("Wij gebruiken cookies voor een betere ervaring.", "Weigeren", "Accepteren"),
  Swedish: say("Vi använder kakor för att förbättra webbplatsen.", "Avvisa alla", "Godkänn alla"),
  Polish: say("Używamy plików cookie w celach statystycznych.", "Odrzuć", "Akceptuję"),
  Czech: say("Používáme soubory cookie k analýze návštěvnosti.", "Odmítnout", "Přijmout vše"),
  Turkish: say("Sitemizde çerezler kullanılmaktadır, ayrıntılar politikada.", "Reddet", "Kabul et"),
  Russian: say("Мы используем файлы cookie, чтобы сайт работал лучше.", "Отклонить", "Принять все"),
  Japanese: say(
    "当サイトではクッキーを使用しています。詳細はこちらをご覧ください。",
    "拒否する",
    "同意する",
  ),
  Korean: say("이 웹사이트는 쿠키를 사용하여 경험을 개선합니다. 자세히 보기", "거부", "동의합니다"),
  Chinese: say("本网站使用 Cookie 来改善您的浏览体验，请选择是否同意。", "拒绝", "接受全部"),
  Greek: say("Χρησιμοποιούμε cookies για στατιστικά.", "Απόρριψη", "Αποδοχή όλων"),
  Hungarian: say(
    "Sütiket használunk a jobb élményért. A sütik kezelése:",
    "Elutasítom",
    "Elfogadom",
  ),
  Hebrew: say("האתר משתמש בעוגיות לשיפור החוויה.", "דחה", "קבל הכל"),
  Vietnamese: say("Chúng tôi sử dụng cookie để cải thiện trải nghiệm.", "Từ chối", "Chấp nhận"),
  "French without the word cookie": say(
    "Nous et nos 842 partenaires utilisons des traceurs.",
    "Paramétrer",
    "Continuer sans accepter",
  ),
  "Dutch with other words": say(
    "Wij gebruiken cookies op deze site.",
    "Alles weigeren",
    "Alles toestaan",
  ),
  Arabic: say("يستخدم هذا الموقع ملفات تعريف الارتباط لتحسين تجربتك.", "رفض", "قبول الكل"),
};

/** Parts of pages that only look like a banner. */
const contents: Record<string, string> = {
  "a bakery's order bar": `<div style="${fixed}">Our cookies are baked every morning, with butter. <button>Order now</button></div>`,
  "a footer with a link to the cookie policy": `<div style="${fixed}">© 2026 Example Ltd. <a href=#>Terms</a> <a href=#>Privacy</a> <a href=#>Cookie policy</a></div>`,
  "a chat window": `<div style="${fixed}">Hello! How can we help you today? <button>Accept chat</button></div>`,
  "a navigation with HTTP headers": `<nav style="position:fixed;top:0;width:240px">HTTP headers, among them: <a href=#>Accept</a> <a href=#>Cookie</a> <a href=#>Set-Cookie</a></nav>`,
  "a sticky column of an article": `<div style="position:sticky;top:0;width:200px">Cookies in the browser, and headers: <a href=#>Accept</a> <a href=#>Set-Cookie</a></div>`,
  "an article about cookies": `<article class="cookie-law">What the law says about cookies and consent. <button>Accept</button></article>`,
  "a form to sign in": `<div style="${fixed}">Sign in. We use cookies to keep you signed in. <input type=password><button>Accept and sign in</button></div>`,
  "a form whose fields replace its properties": `<form style="${fixed}">We use cookies for statistics. <input name=classList><input name=matches><button>Accept</button></form>`,
  "the page itself in one fixed element": `<div style="position:fixed;inset:0;overflow:auto"><main>We sell cookies to people in many countries. <button>Accept offer</button></main></div>`,
  "a page that says nothing else": `<script>document.querySelector("h1").remove()</script><div style="position:fixed;inset:0">We use cookies for statistics and advertising. <button>Accept</button></div><script>addEventListener("load", () => document.querySelector("p").remove())</script>`,
  "a coloured background of the page": `<div id="ground" style="position:fixed;inset:0;background:#eef;z-index:-1"></div>`,
};

/** Banners that are made in another way. */
const others: Record<string, string> = {
  "in a shadow tree": `<consent-box></consent-box><script>customElements.define("consent-box", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = '<div style="${fixed}">We use cookies for statistics and advertising. <button>Reject</button></div>'; } })</script>`,
  "in a frame of a consent service": `<div style="${fixed}"><iframe id="sp_message_iframe_1" title="Consent" srcdoc="We use cookies"></iframe></div>`,
  "at the top of the page, in its flow": `<div class="cookie-bar">We use cookies for statistics and advertising. <button>OK</button></div>`,
  "inside a page in one fixed element": `<div id=app style="position:fixed;inset:0;overflow:auto"><h2>Shop</h2>Many things to buy. <button>OK</button><div style="${fixed}">We use cookies for statistics and advertising. <button>Accept</button></div></div>`,
  "with two named parts": `<div style="${fixed}"><div class="cookie-text">We use cookies for statistics. <button>OK</button></div><div class="cookie-more">More about our cookies and partners. <button>Reject</button></div></div>`,
  "with a named part in a box": `<div style="${fixed};padding:50px"><div class="inner"><div class="cookie-notice">We use cookies for statistics and advertising. <button>Accept</button></div></div></div>`,
  "with a named row of buttons": `<div style="${fixed}"><p>We and our partners use cookies and similar technologies.</p><div class="consent-buttons"><button>Accept all</button><button>Cookie preferences</button></div></div>`,
  "with a hidden list of partners": `<div style="${fixed}">We and our partners use cookies and similar technologies. <button>Accept</button><div style="display:none"><input type=search><nav>Partners</nav></div></div>`,
  "in a dialog element": `<dialog open>We value your privacy. Choose what may be stored. <button>Agree</button></dialog>`,
};

const pages = { ...banners, ...contents, ...others };
serveSite((request) => {
  const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
  const part = pages[name] ?? "";
  const shown = name in banners ? `<div style="${fixed}">${part}</div>` : part;
  return new Response(
    `<!doctype html><meta charset=utf-8><title>Page</title><h1>Own content</h1>${shown}<p>Text of the page`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
});

async function capture(name: string) {
  const url = encodeURIComponent(`http://page.test/${encodeURIComponent(name)}`);
  const query = `url=${url}&width=640&height=400&cache_ttl=0&format=json`;
  const answer = await slots.run(() => hub.get(`/api/screenshot/capture?${query}`));
  const body = await json(answer);
  expect(body.status).toBe(200);
  return { removed: body.removed, header: answer.headers.get("x-screenshot-removed") };
}

describe.skipIf(lacksBrowser)("in a real browser", () => {
  test.concurrent.each(Object.entries({ ...banners, ...others }))(
    "hides a consent banner and reports it: %s",
    async (name) => {
      const { removed, header } = await capture(name);
      expect([removed.length, header]).toEqual([1, "1"]);
      expect(removed[0].text).not.toContain("Shop");
      if (name.includes("row of buttons")) expect(removed[0].text).toContain("partners");
      if (name.includes("in a box")) expect(removed[0].selector).toBe("div");
      if (name in banners) expect(removed[0].text).toContain((banners[name] ?? "").slice(0, 20));
    },
  );

  test.concurrent("hides a banner of the caller's own HTML on request", async () => {
    const html = `<h1>Own content</h1><div id=bar style="${fixed}">${banners.English}</div>`;
    const read = async (fields: object) => {
      const request = { html, format: "text", ...fields };
      return (await slots.run(() => hub.post("/api/screenshot/capture", request))).text();
    };
    expect(await read({})).toContain("cookies");
    expect(await read({ block_cookie_banners: true })).toBe("Own content");
  });

  test.concurrent.each(Object.keys(contents))("keeps %s", async (name) => {
    expect(await capture(name)).toEqual({ removed: [], header: null });
  });
});
