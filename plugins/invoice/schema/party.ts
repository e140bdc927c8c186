import { type Static, t } from "hub";

const line = (maxLength: number, description: string) =>
  t.Optional(t.String({ minLength: 1, maxLength, description }));

function party(description: string) {
  return t.Object(
    {
      name: t.String({
        minLength: 1,
        maxLength: 200,
        description: "Name of the company or person",
      }),
      address: t.String({
        maxLength: 500,
        description: "Street and whatever else stands on the envelope, in lines of their own",
      }),
      postal_code: line(20, "Postal code"),
      city: line(100, "Town"),
      region: line(100, "State or province"),
      country: t.Optional(
        t.String({
          pattern: "^[A-Za-z]{2}$",
          description: "Two letters of ISO 3166-1; printed as its name in the document's language",
        }),
      ),
      email: line(254, "E-mail address; in an electronic invoice also the address it is sent to"),
      phone: line(50, "Telephone number"),
      website: line(200, "Address of the website, printed as it is"),
      contact_name: line(100, "Whom to ask for"),
      tax_id: line(50, "VAT or other tax number"),
      registration_id: line(50, "Number in the companies' register"),
    },
    { description },
  );
}

/** Who sends the document. */
export const fromField = party("Who sends the document");

/** Who gets it. */
export const toField = party("Who gets the document");

export type Party = Static<typeof fromField>;
