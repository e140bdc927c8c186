import type { EinvoiceBody } from "../schema/bodies.ts";

const core = "urn:cen.eu:en16931:2017";

const guidelines = {
  basic: `${core}#compliant#urn:factur-x.eu:1p0:basic`,
  en16931: core,
  extended: `${core}#conformant#urn:factur-x.eu:1p0:extended`,
  xrechnung: `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
} as const;

export type Profile = keyof typeof guidelines;

/** Returns the effective profile: the XRechnung formats only have one. */
export function resolveProfile({
  format,
  profile,
}: Pick<EinvoiceBody, "format" | "profile">): Profile {
  return format.startsWith("xrechnung") ? "xrechnung" : profile;
}

/** Returns BT-24, and for XRechnung BT-23, which Peppol's rules require. */
export function getGuideline(options: Pick<EinvoiceBody, "format" | "profile">) {
  const profile = resolveProfile(options);
  return {
    guideline: guidelines[profile],
    process: profile === "xrechnung" ? "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0" : undefined,
  };
}
