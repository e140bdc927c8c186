/** Fictional tables in the formats of the banks, with missing and impossible values. */

/** The Czech table of 2025: the forint is for 100 units, and from 30 December on for 1,000. */
export const cnbTable = `\ufeffDatum|1 AUD|1 BRL|1 CAD|1 CNY|1 DKK|1 EUR|1 GBP|100 HUF|1000 IDR|100 JPY|1 USD|1 XDR
23.12.2025|12,100|3,300|13,200|2,700|2,900|22,000|25,000|5,500|1,200|14,100|20,000|27,900
29.12.2025|12,200|3,310|13,210|2,710|2,910|22,100|25,100|5,510|-|14,110|20,100|27,910
Datum|1 AUD|1 BRL|1 CAD|1 CNY|1 DKK|1 EUR|1 GBP|1000 HUF|1000 IDR|100 JPY|1 USD|1 XDR
30.12.2025|12,300|3,320|13,220|2,720|2,920|22,200|25,200|55,200|1,220|14,120|20,200|27,920
31.12.2025|12,400|3,330|13,230|2,730|2,930||25,300|55,300|1,230|14,130|20,300|27,930
`;

const bnrCodes = "AUD BRL CAD CNY DKK EGP GBP INR MDL MXN RSD".split(" ");

/** The Romanian table of 2025, with prices for 100 units and gold. */
export const bnrTable = `<?xml version="1.0" encoding="utf-8"?>
<DataSet xmlns="http://www.bnr.ro/xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<Header><Publisher>National Bank of Romania</Publisher><PublishingDate>2025-12-31</PublishingDate></Header>
<Body><Subject>Reference rates</Subject><OrigCurrency>RON</OrigCurrency>
${["2025-12-30", "2025-12-31"]
  .map(
    (date) => `<Cube date="${date}">
${bnrCodes.map((code) => `<Rate currency="${code}">2.5000</Rate>`).join("\n")}
<Rate currency="EUR">5.0000</Rate><Rate currency="HUF" multiplier="100">1.2500</Rate>
<Rate currency="KRW" multiplier="100">-</Rate><Rate currency="XAU">600.1</Rate></Cube>`,
  )
  .join("\n")}
</Body></DataSet>`;

const nbuCodes = "AUD BRL CAD CNY DKK EGP GBP INR MDL MXN USD".split(" ");

/** Rows of the Ukrainian list. The bank repeats the rates of Friday, 26 December at the weekend. */
export const nbuRows = ["26.12.2025", "27.12.2025", "29.12.2025", "31.12.2025"].flatMap(
  (exchangedate) => [
    ...nbuCodes.map((cc) => ({ exchangedate, cc, rate: 20, units: 1 })),
    { exchangedate, cc: "EUR", rate: 50, units: 1, rate_per_unit: 50 },
    { exchangedate, cc: "JPY", rate: 27.5, units: 100, rate_per_unit: 0.275 },
    { exchangedate, cc: "LBP", rate: null, units: 1000 },
    { exchangedate, cc: "XDR", rate: 57.1, units: 1 },
  ],
);

const cbrCodes = "AMD AUD AZN BYN GBP KGS KZT MDL TJS TMT UZS".split(" ");

/** Encodes Latin and Cyrillic letters as windows-1251. */
export function encodeCyrillic(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0);
    return code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
  });
}

/** The Russian table of a day. Prices are for 1, 100 or 10,000 units. */
export function buildCbrTable(date: string): string {
  const row = (code: string, nominal: string, value: string) =>
    `<Valute ID="R-${code}"><NumCode>000</NumCode><CharCode>${code}</CharCode><Nominal>${nominal}</Nominal><Name>Валюта</Name><Value>${value}</Value></Valute>`;
  const rows = cbrCodes.map((code) => row(code, "100", "1\u00a0234,5000"));
  const others = [row("EUR", "1", "90,0000"), row("VND", "10000", "30,0000"), row("XDR", "1", "")];
  return `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${date}" name="Foreign Currency Market">${[...rows, ...others].join("")}</ValCurs>`;
}

/** The Russian rates of one currency since 1999, on four days. */
function buildCbrRange(id: string): string {
  const value = id === "R-EUR" ? "90,0000" : "12,3450";
  const records = ["30.12.2024", "09.12.2025", "25.12.2025", "31.12.2025"].map(
    (date) =>
      `<Record Date="${date}" Id="${id}"><Nominal>1</Nominal><Value>${value}</Value></Record>`,
  );
  return `<?xml version="1.0" encoding="windows-1251"?><ValCurs ID="${id}" name="Foreign Currency Market Dynamic">${records.join("")}</ValCurs>`;
}

const missing = () => new Response("Not Found", { status: 404 });

/** Stand-ins for the banks. At the tests' clock, it is 2 January 2026. */
export const moreBanks = {
  "www.cnb.cz": ({ url }: Request) =>
    url.endsWith("rok=2025") ? new Response(cnbTable) : missing(),
  "curs.bnr.ro": ({ url }: Request) =>
    url.endsWith("2025.xml") ? new Response(bnrTable) : missing(),
  "bank.gov.ua": ({ url }: Request) => {
    const { searchParams } = new URL(url);
    const [start = "", end = ""] = ["start", "end"].map((name) => searchParams.get(name) ?? "");
    return Response.json(
      nbuRows.filter(({ exchangedate }) => {
        const day = exchangedate.split(".").toReversed().join("");
        return day >= start && day <= end;
      }),
    );
  },
  "www.cbr.ru": ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    const xml = pathname.endsWith("XML_dynamic.asp")
      ? buildCbrRange(searchParams.get("VAL_NM_RQ") ?? "")
      : buildCbrTable(findCbrDay(searchParams.get("date_req") ?? ""));
    return new Response(encodeCyrillic(xml), {
      headers: { "content-type": "application/xml; charset=windows-1251" },
    });
  },
};

/** Returns the day on which the table of another day began. Those of December change every ten days. */
function findCbrDay(day: string): string {
  const [date = "", month = "", year = ""] = day.split("/");
  if (month === "01") return `31.12.${Number(year) - 1}`;
  const start = Math.max(1, Math.floor(Number(date) / 10) * 10);
  return `${String(start).padStart(2, "0")}.${month}.${year}`;
}
