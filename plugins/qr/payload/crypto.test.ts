import { expect, test } from "bun:test";
import { coinAddressFault } from "./coin-address.ts";
import { isEthereumAddress } from "./ethereum.ts";
import { parsePayload, payloadText } from "./payload.ts";
import type { Payload } from "./request.ts";

const genesis = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
const bitcoin = { type: "crypto", currency: "bitcoin", address: genesis } as const;
const ether = {
  type: "crypto",
  currency: "ethereum",
  address: "0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359",
} as const;
const write = (fields: object) => payloadText({ ...bitcoin, ...fields } as Payload);

// BIP 21's own example, with a valid address.
test("crypto writes the example of BIP 21", () => {
  const payment = {
    ...bitcoin,
    amount: "50",
    label: "Luke-Jr",
    message: "Donation for project xyz",
  };
  expect(payloadText(payment)).toBe(
    `bitcoin:${genesis}?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz`,
  );
  expect(parsePayload(payloadText(payment))).toEqual(payment);
});

// EIP-681's examples.
test("crypto writes ether in wei, and parses it", () => {
  const payment = { ...ether, amount: "2.014", chain_id: 1 };
  expect(payloadText(payment)).toBe(`ethereum:${ether.address}@1?value=2014000000000000000`);
  expect(parsePayload(payloadText(payment))).toEqual(payment);
  expect(parsePayload(`ethereum:pay-${ether.address}?value=2.014e18`)).toEqual({
    ...ether,
    amount: "2.014",
  });
});

test("crypto writes a token transfer", () => {
  const token = "0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7";
  const payment = { ...ether, amount: "1", token };
  expect(payloadText(payment)).toBe(
    `ethereum:${token}/transfer?address=${ether.address}&uint256=1`,
  );
  expect(parsePayload(payloadText(payment))).toEqual(payment);
});

test("crypto doesn't parse other contract calls as payments", () => {
  const text = `ethereum:${ether.address}/approve?address=${ether.address}&uint256=1`;
  expect(parsePayload(text)).toEqual({ type: "text", text });
});

test("crypto doesn't repeat the scheme of an address", () => {
  const cash = "bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
  expect(write({ currency: "bitcoincash", address: cash })).toBe(cash);
});

// BIP 173, BIP 350, the CashAddr specification, Solana Pay, and addresses from block explorers.
test.each([
  ["bitcoin", genesis],
  ["bitcoin", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
  ["bitcoin", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["bitcoincash", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a"],
  ["bitcoincash", "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu"],
  ["litecoin", "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1"],
  ["dogecoin", "DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L"],
  ["solana", "mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN"],
] as const)("a %s address is %s", (currency, address) => {
  expect(coinAddressFault(address, currency)).toBeUndefined();
  expect(write({ currency, address })).toBe(`${currency}:${address}`);
});

test.each([
  ["bitcoin", `${genesis.slice(0, -1)}b`, "Base58 check"],
  ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "Bech32 check"],
  ["bitcoin", "bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bech32 check"],
  // BIP 350: version 1 with the checksum of version 0.
  ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "Bech32 check"],
  ["bitcoin", "bc1", "Bech32 check"],
  ["bitcoin", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "of the main network"],
  ["bitcoin", "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1", "of the main network"],
  ["bitcoincash", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6b", "CashAddr check"],
  ["solana", genesis, "of the main network"],
  ["dash", "0OIl", "Base58 check"],
] as const)("isn't a %s address: %s", (currency, address, message) => {
  expect(() => write({ currency, address })).toThrow(message);
});

// EIP-55's own test cases.
test.each([
  ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", true],
  ["0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359", true],
  ["0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", true],
  ["0x52908400098527886E0F7030069857D2E4169EE7", true],
  ["0xde709f2102306220921060314715629080e2fb77", true],
  ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", false],
  ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", false],
  ["5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed00", false],
])("%s as an Ethereum address: %p", (address, expected) => {
  expect(isEthereumAddress(address)).toBe(expected);
});

test.each([
  [{ amount: "1e3" }, 'amount must be a number above 0 such as 0.015: it is "1e3"'],
  [{ amount: "0.00" }, "amount must be a number above 0"],
  [{ amount: "1,5" }, "amount must be a number above 0"],
  [{ amount: "0.123456789" }, "amount must have 8 decimals at most"],
  [{ chain_id: 1 }, 'chain_id must be omitted if currency is "bitcoin"'],
  [{ ...ether, label: "x" }, "label must be omitted if currency is ethereum"],
  [{ ...ether, address: "0x00" }, "address must be 0x and 40 hexadecimal digits"],
  [{ ...ether, token: ether.address, amount: "1.5" }, "amount must have no decimals"],
])("crypto rejects %j", (fields, message) => {
  expect(() => write(fields)).toThrow(`body.payload.${message}`);
});
