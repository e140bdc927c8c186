const languages = ["en", "de", "fr", "es", "it", "pt", "nl"];

/** The number of each month, by its long and short names in some languages, in lower case. */
export const months: ReadonlyMap<string, number> = new Map(
  languages
    .flatMap((language) =>
      (["long", "short"] as const).flatMap((length) => {
        const format = new Intl.DateTimeFormat(language, { month: length, timeZone: "UTC" });
        return Array.from({ length: 12 }, (_, month) => {
          const name = format.format(Date.UTC(2024, month, 15)).toLowerCase();
          return [name.replace(/\.$/, ""), month + 1] as const;
        });
      }),
    )
    .concat([
      ["sept", 9],
      ["mär", 3],
      ["okt", 10],
      ["dez", 12],
      ["mai", 5],
    ]),
);

/** The number of each day of the week, Sunday 0, by its long name in the same languages. */
export const weekdays: ReadonlyMap<string, number> = new Map(
  languages.flatMap((language) => {
    const format = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" });
    // 7 January 2024 was a Sunday.
    return Array.from(
      { length: 7 },
      (_, day) => [format.format(Date.UTC(2024, 0, 7 + day)).toLowerCase(), day] as const,
    );
  }),
);
