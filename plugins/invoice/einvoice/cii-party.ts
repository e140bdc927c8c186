import type { CiiOptions } from "./cii-day.ts";
import type { ModelAddress, ModelParty } from "./model.ts";
import { element } from "./xml.ts";

/** The seller or the buyer. */
export function ciiParty(name: string, party: ModelParty, { basic }: CiiOptions) {
  const registration = (schemeID: string, id: string | undefined) =>
    element("ram:SpecifiedTaxRegistration", element(["ram:ID", { schemeID }], id));
  return element(
    name,
    element("ram:Name", party.name),
    element("ram:SpecifiedLegalOrganization", element("ram:ID", party.registration_id)),
    basic ? undefined : contact(party),
    ciiAddress(party),
    basic
      ? undefined
      : element(
          "ram:URIUniversalCommunication",
          element(["ram:URIID", { schemeID: "EM" }], party.email),
        ),
    registration("VA", party.vat),
    // A buyer has no other tax number in EN 16931.
    name === "ram:SellerTradeParty" ? registration("FC", party.taxNumber) : undefined,
  );
}

function contact({ contact_name, phone, email }: ModelParty) {
  return element(
    "ram:DefinedTradeContact",
    element("ram:PersonName", contact_name),
    element("ram:TelephoneUniversalCommunication", element("ram:CompleteNumber", phone)),
    contact_name || phone
      ? element("ram:EmailURIUniversalCommunication", element("ram:URIID", email))
      : undefined,
  );
}

/** An address. Three lines are all there are: what is more goes into the last. */
export function ciiAddress({ postal_code, lines, city, country, region }: ModelAddress) {
  const [one, two, ...rest] = lines;
  return element(
    "ram:PostalTradeAddress",
    element("ram:PostcodeCode", postal_code),
    element("ram:LineOne", one),
    element("ram:LineTwo", two),
    element("ram:LineThree", rest.join(", ")),
    element("ram:CityName", city),
    element("ram:CountryID", country),
    element("ram:CountrySubDivisionName", region),
  );
}
