import { definePlugin } from "hub";
import { dubErrors, shlinkErrors, yourlsErrors } from "./error-shapes.ts";

export default definePlugin({
  title: "URL toolkit",
  summary:
    "Short links with passwords, limits and privacy-friendly statistics, and the metadata of web pages.",
  permissions: {
    net: "public",
    kv: true,
    headers: ["content-security-policy", "referrer-policy", "www-authenticate", "x-robots-tag"],
  },
  settings: {
    HUB_URL_BLOCKED: {
      type: "list",
      items: "domain",
      description:
        "Hosts that no short link may lead to, including their subdomains. Existing links to them return 410",
    },
    HUB_URL_SCHEMES: {
      type: "list",
      description:
        "Schemes of apps that short links may lead to, such as `mailto` or `myapp`. Schemes that browsers handle themselves, such as `javascript`, `data` and `file`, are never allowed",
    },
    HUB_URL_DOMAINS: {
      type: "list",
      items: "origin",
      description:
        "Origins of other domains that lead to this hub, such as `https://go.example`. `https` is the default. Callers select one with `domain`. Every code works on every domain",
    },
  },
  limits: {
    urlMax: 32_768,
    codeMin: 3,
    codeMax: 64,
    titleMax: 200,
    tagsMax: 10,
    tagMax: 40,
    utmMax: 200,
    rulesMax: 20,
    ruleValuesMax: 50,
    expiresInSecondsMin: 60,
    expiresInSecondsMax: 31_536_000,
    expiresYearsMax: 10,
    clicksMax: 1_000_000,
    passwordMin: 8,
    passwordMax: 128,
    statsDaysMax: 366,
    listMax: 200,
    batchMax: 100,
    importMax: 100_000,
    importBytesMax: 33_554_432,
    importTimeoutMs: 300_000,
    pageBytesMax: 2_097_152,
    redirectsMax: 5,
    bodyBytesMax: 524_288,
  },
  errors: {
    url_blocked: {
      status: 403,
      title: "The hub's operator has blocked links to this host",
    },
    not_link_owner: { status: 403, title: "The short link belongs to another account" },
    code_taken: { status: 409, title: "The code is already taken by another link" },
    link_gone: { status: 410, title: "The short link is no longer active" },
    not_html: { status: 415, title: "The URL is not an HTML page" },
    reserved_code: { status: 422, title: "The code is reserved by the hub" },
    link_loop: { status: 422, title: "The URL points to the hub itself" },
  },
  public: {
    "/s/:code": ["follow.get", "unlock.post"],
    "/s/:code/qr.svg": "qr.get",
    "/s/:code/qr.png": "qr-png.get",
  },
  optionalAliases: {
    dub: {
      "/dub/links": ["dub/create.post", "dub/list.get"],
      "/dub/links/info": "dub/info.get",
      "/dub/links/count": "dub/count.get",
      "/dub/links/upsert": "dub/upsert.put",
      "/dub/links/:linkId": ["dub/update.patch", "dub/delete.delete"],
      "/dub/analytics": "dub/analytics.get",
    },
    shlink: {
      "/shlink/rest/v3/health": "shlink/health.get",
      "/shlink/rest/v3/short-urls": ["shlink/create.post", "shlink/list.get"],
      "/shlink/rest/v3/short-urls/:shortCode": [
        "shlink/link.get",
        "shlink/link.patch",
        "shlink/link.delete",
      ],
    },
    yourls: { "/yourls-api.php": ["yourls/api.get", "yourls/api.post"] },
  },
  errorShapes: { "/dub": dubErrors, "/shlink": shlinkErrors, "/yourls-api.php": yourlsErrors },
  first: ["shorten.post", "links/index.get", "links/[code].get", "links/[code].patch"],
});
