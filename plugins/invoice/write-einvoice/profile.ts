import type { EinvoiceBody } from "../schema/bodies.ts";

const core = "urn:cen.eu:en16931:2017";

const guidelines = {
  basic: `${core}#compliant#urn:factur-x.eu:1p0:basic`,
  en16931: core,
  extended: `${core}#conformant#urn:factur-x.eu:1p0:extended`,
  xrechnung: `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
  peppol: `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
} as const;

export type Profile = keyof typeof guidelines;

export type Format = NonNullable<EinvoiceBody["format"]>;

type Choice = Pick<EinvoiceBody, "format" | "profile">;

/** Returns the requested format, or the default one of the profile. */
export function resolveFormat({ format, profile }: Choice): Format {
  return format ?? (profile === "peppol" ? "ubl" : "facturx");
}

/** Returns the effective profile: the XRechnung formats only have one. */
export function resolveProfile(choice: Choice): Profile {
  return resolveFormat(choice).startsWith("xrechnung") ? "xrechnung" : choice.profile;
}

/** Returns BT-24, and BT-23 for the profiles that follow Peppol's rules. */
export function getGuideline(options: Choice) {
  const profile = resolveProfile(options);
  return {
    specification: guidelines[profile],
    process:
      profile === "xrechnung" || profile === "peppol"
        ? "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
        : undefined,
  };
}
