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

/** File name of the stored rates. */
export const bankFile = "rates.json";
