/** Reference rate of a central bank for one currency. */
export interface BankRate {
  date: string;
  /** Value of one unit in the bank's own currency. */
  unit: string;
  /** Value of one euro in the bank's own currency, on the same day. */
  euro: string;
  /** Usual number of days between two publications. */
  everyDays: number;
}

/** Reference rates of a central bank by currency code. */
export type BankTable = Readonly<Record<string, BankRate>>;

/** Rates of a central bank on one day: the value of one unit in the bank's own currency. */
export interface BankDay {
  date: string;
  rates: Readonly<Record<string, number>>;
}

/** Days of a central bank that the hub has downloaded. */
export interface BankDays {
  /** First day that was requested, with or without rates. */
  since: string;
  /** Days with rates, oldest first. */
  days: readonly BankDay[];
}

/** File name of the latest rate of each currency. */
export const bankFile = "rates.json";

/** File name of the earlier days. */
export const daysFile = "days.json";
