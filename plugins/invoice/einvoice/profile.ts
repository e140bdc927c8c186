import type { EinvoiceBody } from "../schema/bodies.ts";

const core = "urn:cen.eu:en16931:2017";

const guidelines = {
  basic: `${core}#compliant#urn:factur-x.eu:1p0:basic`,
  en16931: core,
  extended: `${core}#conformant#urn:factur-x.eu:1p0:extended`,
  xrechnung: `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
} as const;

export type Profile = keyof typeof guidelines;

/** The profile that counts: the formats of XRechnung have but one. */
export function resolveProfile({
  format,
  profile,
}: Pick<EinvoiceBody, "format" | "profile">): Profile {
  return format.startsWith("xrechnung") ? "xrechnung" : profile;
}

/** BT-24, and with XRechnung BT-23, which Peppol's rules ask for. */
export function getGuideline(options: Pick<EinvoiceBody, "format" | "profile">) {
  const profile = resolveProfile(options);
  return {
    guideline: guidelines[profile],
    process: profile === "xrechnung" ? "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0" : undefined,
  };
}
