import { asTable, oneOf, type Static, t } from "hub";
import { escapeText, readFields, unescapeText } from "./escaping.ts";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";

const securities = ["WPA", "SAE", "WEP", "WPA2-EAP", "nopass"] as const;

/** Names on routers, which readers of the code don't know. */
const routerNames = { WPA2: "WPA", WPA3: "SAE" } as const;

export const wifiSchema = t.Object(
  {
    type: kind("wifi"),
    ssid: text(32, "Name of the network, at most 32 UTF-8 bytes"),
    security: oneOf([...securities, "WPA2", "WPA3"], {
      default: "WPA",
      description:
        "`WPA` for WPA, WPA2 and WPA3 Personal (also `WPA2`), `SAE` for WPA3-only networks (also `WPA3`), `nopass` for open ones",
    }),
    password: t.Optional(text(256, "Password; required unless the network is open")),
    hidden: t.Boolean({ default: false, description: "Whether the network hides its name" }),
    eap_method: t.Optional(text(16, "For `WPA2-EAP`: `PEAP`, `TTLS` or another method")),
    phase2_method: t.Optional(text(16, "For `WPA2-EAP`: `MSCHAPV2` or another inner method")),
    identity: t.Optional(text(128, "For `WPA2-EAP`: the user name")),
    anonymous_identity: t.Optional(text(128, "For `WPA2-EAP`: the anonymous outer identity")),
  },
  { additionalProperties: false, description: "Access to a Wi-Fi network" },
);

type Wifi = Static<typeof wifiSchema>;

/** Returns `WIFI:T:…;S:…;P:…;;` as defined on ZXing's "Barcode Contents" page. */
export function wifiText(given: Wifi, refuse: Refuse): string {
  const { security } = given;
  const known = security === "WPA2" || security === "WPA3" ? routerNames[security] : security;
  const wifi = { ...given, security: known };
  validateWifi(wifi, refuse);
  const fields: [string, string | undefined][] = [
    ["T", wifi.security],
    ["S", wifi.ssid],
    ["P", wifi.password],
    ["H", wifi.hidden ? "true" : undefined],
    ["E", wifi.eap_method],
    ["A", wifi.anonymous_identity],
    ["I", wifi.identity],
    ["PH2", wifi.phase2_method],
  ];
  const fieldTexts = fields
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}:${escapeText(value ?? "", '\\;,":')};`);
  return `WIFI:${fieldTexts.join("")};`;
}

/** Parses the fields in any order. Aliases of a security type become the name that `wifiText` writes. */
export function parseWifi(text: string): Parsed | undefined {
  const fields = readFields(text, "WIFI:");
  const ssid = fields?.get("S")?.[0];
  if (!fields || ssid === undefined) return undefined;
  const value = (key: string) => {
    const raw = fields.get(key)?.[0];
    return raw === undefined ? undefined : unescapeText(unquote(raw));
  };
  const security = value("T") || "nopass";
  return present({
    type: "wifi",
    ssid: unescapeText(unquote(ssid)),
    security: aliases[security.toUpperCase()] ?? security,
    password: value("P") || undefined,
    hidden: value("H")?.toLowerCase() === "true",
    eap_method: value("E"),
    phase2_method: value("PH2"),
    identity: value("I"),
    anonymous_identity: value("A"),
  });
}

const aliases: Readonly<Record<string, string>> = asTable({
  ...Object.fromEntries(securities.map((name) => [name.toUpperCase(), name])),
  ...routerNames,
  "WPA/WPA2": "WPA",
});

/** Removes the quotes that ZXing's page puts around names that look hexadecimal. */
function unquote(raw: string): string {
  return raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') && raw.at(-2) !== "\\"
    ? raw.slice(1, -1)
    : raw;
}

function validateWifi(wifi: Wifi, refuse: Refuse): void {
  const { ssid, security, password } = wifi;
  if (Buffer.byteLength(ssid) > 32)
    refuse("ssid", `must have at most 32 bytes: it has ${Buffer.byteLength(ssid)}`);
  if (security !== "WPA2-EAP")
    for (const field of ["eap_method", "phase2_method", "identity", "anonymous_identity"] as const)
      if (wifi[field] !== undefined)
        refuse(field, 'must be omitted unless security is "WPA2-EAP"', wifi[field]);
  if (security === "nopass") {
    if (password !== undefined) refuse("password", 'must be omitted if security is "nopass"');
    return;
  }
  if (password === undefined)
    refuse("password", `is missing: security is "${security}"; for an open network use "nopass"`);
  const bytes = Buffer.byteLength(password);
  // IEEE 802.11, annex J: a passphrase has 8 to 63 characters, and 64 hexadecimal digits are a key.
  if (security === "WPA" && !(bytes >= 8 && (bytes <= 63 || (bytes === 64 && isHex(password)))))
    refuse("password", `must have 8 to 63 characters or be 64 hexadecimal digits: it has ${bytes}`);
  if (security === "WEP" && !isWepKey(password))
    refuse("password", `must have 5, 13, 16 or 29 characters, or twice as many hexadecimal digits`);
}

function isWepKey(password: string): boolean {
  const { length } = password;
  const sizes = [5, 13, 16, 29];
  return sizes.includes(length) || (sizes.includes(length / 2) && isHex(password));
}

function isHex(text: string): boolean {
  return /^[0-9a-f]+$/i.test(text);
}
