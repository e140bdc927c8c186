/** An address of a host name. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}
