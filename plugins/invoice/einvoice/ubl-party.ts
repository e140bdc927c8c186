import type { ModelAddress, ModelParty } from "./model.ts";
import { element } from "./xml.ts";

/** The seller or the buyer. */
export function ublParty(party: ModelParty, { isSeller }: { isSeller: boolean }) {
  const { registration_id, vat, taxNumber } = party;
  return element(
    "cac:Party",
    element(["cbc:EndpointID", { schemeID: "EM" }], party.email),
    ublAddress("cac:PostalAddress", party),
    taxScheme(vat, "VAT"),
    // A buyer has no other tax number in EN 16931.
    isSeller ? taxScheme(taxNumber, "FC") : undefined,
    element(
      "cac:PartyLegalEntity",
      element("cbc:RegistrationName", party.name),
      element("cbc:CompanyID", registration_id),
    ),
    contact(party),
  );
}

function taxScheme(id: string | undefined, scheme: string) {
  if (id === undefined) return undefined;
  return element(
    "cac:PartyTaxScheme",
    element("cbc:CompanyID", id),
    element("cac:TaxScheme", element("cbc:ID", scheme)),
  );
}

function contact({ contact_name, phone, email }: ModelParty) {
  if (!contact_name && !phone) return undefined;
  return element(
    "cac:Contact",
    element("cbc:Name", contact_name),
    element("cbc:Telephone", phone),
    element("cbc:ElectronicMail", email),
  );
}

/** An address. Three lines are all there are: what is more goes into the last. */
export function ublAddress(
  name: string,
  { lines, city, postal_code, region, country }: ModelAddress,
) {
  const [one, two, ...rest] = lines;
  return element(
    name,
    element("cbc:StreetName", one),
    element("cbc:AdditionalStreetName", two),
    element("cbc:CityName", city),
    element("cbc:PostalZone", postal_code),
    element("cbc:CountrySubentity", region),
    element("cac:AddressLine", element("cbc:Line", rest.join(", "))),
    element("cac:Country", element("cbc:IdentificationCode", country)),
  );
}
