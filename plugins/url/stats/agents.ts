/** What a program says it is, as far as statistics want to know. */
export interface Agent {
  isBot: boolean;
  browser: string;
  system: string;
}

/** Reads a User-Agent. Whoever says nothing is taken for a program. */
export function agentOf(userAgent: string): Agent {
  const text = userAgent.toLowerCase();
  return {
    isBot: text === "" || bots.some((word) => text.includes(word)),
    browser: nameIn(text, browsers),
    system: nameIn(text, systems),
  };
}

function nameIn(text: string, names: readonly (readonly [word: string, name: string])[]): string {
  return names.find(([word]) => text.includes(word))?.[1] ?? "Other";
}

/** Words of those that are no people: crawlers, previews of messengers, monitors, libraries. */
const bots = [
  ..."bot|crawl|spider|slurp|fetch|scrap|archiver|preview|monitor|uptime|pingdom|lighthouse".split(
    "|",
  ),
  ..."headless|phantomjs|facebookexternalhit|whatsapp|telegram|embedly|validator|feed".split("|"),
  ..."curl/|wget/|python|go-http|java/|okhttp|axios|libwww|node|httpie|ruby|perl|php/".split("|"),
  ..."postman|insomnia|dart/|apache-httpclient|winhttp|google-safety|mediapartners".split("|"),
];

/** Browsers call themselves by the names of those they are like, too: the first that is found counts. */
const browsers = [
  ["edg", "Edge"],
  ["opr/", "Opera"],
  ["opera", "Opera"],
  ["samsungbrowser", "Samsung Internet"],
  ["vivaldi", "Vivaldi"],
  ["yabrowser", "Yandex"],
  ["ucbrowser", "UC Browser"],
  ["duckduckgo", "DuckDuckGo"],
  ["fxios", "Firefox"],
  ["firefox", "Firefox"],
  ["crios", "Chrome"],
  ["chrome", "Chrome"],
  ["chromium", "Chrome"],
  ["trident", "Internet Explorer"],
  ["msie", "Internet Explorer"],
  ["safari", "Safari"],
] as const;

const systems = [
  ["iphone", "iOS"],
  ["ipad", "iOS"],
  ["ipod", "iOS"],
  ["android", "Android"],
  ["windows", "Windows"],
  ["mac os x", "macOS"],
  ["macintosh", "macOS"],
  ["cros", "ChromeOS"],
  ["linux", "Linux"],
] as const;
