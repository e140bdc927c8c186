import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

// Values of openssl dgst -sm3. The first two are the examples of GB/T 32905-2016.
test.each([
  ["abc", "66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"],
  ["abcd".repeat(16), "debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732"],
])("hash computes SM3 of %j", async (text, expected) => {
  const answer = await json(await hub.get(`/api/dev/hash/SM-3?text=${text}`));
  expect(answer).toMatchObject({
    algorithm: "sm3",
    hash: expected,
    length_bits: 256,
    secure: true,
  });
});

test.each([
  [0, "1ab21d8355cfa17f8e61194831e81a8f22bec8c728fefb747ed035eb5082aa2b"],
  [1, "799b719ac031fc89c6d8925a487dad07308f837b7ab7bbc7cebd3a4118fd2f38"],
  [3, "98572f8d33b194680d9852ac8d2152574f94072d67ba024a0fac33bc8c5747b7"],
  [55, "5cb50a0135e57e0cb6069a8cd83b99f094185abe85423f38fa89aa9e73547b58"],
  [56, "667672b5d501b091489bdeedba1c3375e3042e2c3a324f5b1fc00696a8c0dcd6"],
  [57, "89954cf4dd4c61651aee5e796a7a64856905ddbd5bc4b862594eca9028c29f32"],
  [63, "fa5e9c08966f5b089ea60864af64bfb765bd79dfe494ea859ffa904f12dc512c"],
  [64, "cf1bff7b8582d52c021ba8ea9c1ca9e59d42f4458f5516a591fe049d2c7ed017"],
  [65, "7e9232e6bf963e4af754d62700f6fe75e1537d37240a9c3de0a7473d6c283f81"],
  [111, "753a285e8f8e320b881e0c42377b0e9c3bf6da519c3981c91e21b3dce94b985b"],
  [112, "a41130045ec4d9545b5e5e0df59135aef8ae7a26d6984f5e195ce6731bf142c9"],
  [119, "fee28cb4c4211af18e368c47a057184106cac42a5adf5ff21377021cd5003b77"],
  [120, "fbb140ae72c97a7d4b88ff3e67235dd540e7f177393d7722e5e6ac63b1a8d6d9"],
  [127, "efd765bbf78ff4e94ca9c49effa2204d5e7a360d5434cc815e89dbafec64091f"],
  [128, "6e8b14eda017697645306ec96c68f2fbf3204e2235ad53cc18770274e4038e76"],
  [129, "7545f6f18d2fec15cbe0fd2c657de740308032cca0ba4408a9b4ea1e3fc0d567"],
  [191, "e1aaedda8b977c593400e4806ba1db0ce10e467994e9fffa22ce4942935e9905"],
  [192, "3b150bc8134ec9132410eb379564ea2d24dd3a370dfc04fb1d6b8708cb3dc64d"],
  [1000, "44c5803e122527a3e218a73d6d19c442f18c8a5d27c40a677b9fe56aebf06fb2"],
  [65537, "ad6f34941df37225139669989ed2ffba9c90e12a8d1cab566869170e06c2afb7"],
])("hash computes SM3 of %d bytes as openssl does", async (length, expected) => {
  const hex = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 255).toHex();
  const body = { hex, algorithms: ["sm3"], expected };
  expect(await json(await hub.post("/api/dev/hash", body))).toMatchObject({ hash: expected });
});
