import { describe, expect, test } from "bun:test";
import { hkdfSync } from "node:crypto";
import { equalInConstantTime, keysFrom } from "../../src/process/keys";

const master = Uint8Array.from({ length: 32 }, (_, i) => i * 7 + 1);

describe("keys", () => {
  test("are derived by HKDF-SHA-256, so that earlier signatures stay valid", () => {
    const derivedKey = hkdfSync("sha256", master, "", "livery token", 32);
    expect(keysFrom(master).tokenSecret).toBe(Buffer.from(derivedKey).toString("base64url"));
  });

  test("verify a signature only for its own purpose", () => {
    const keys = keysFrom(master);
    const signature = keys.sign("quote", "text");
    expect(keys.verify("quote", "text", signature)).toBe(true);
    expect(keys.verify("cursor", "text", signature)).toBe(false);
    expect(keys.verify("quote", "text!", signature)).toBe(false);
    expect(keys.verify("quote", "text", signature.slice(1))).toBe(false);
  });

  test("unseal what they sealed and refuse altered text", () => {
    const keys = keysFrom(master);
    const sealed = keys.encrypt("a code: 1234 ✓");
    expect(keys.decrypt(sealed)).toBe("a code: 1234 ✓");
    expect(keys.encrypt("a code: 1234 ✓")).not.toBe(sealed);
    const alteredText = `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`;
    expect(() => keys.decrypt(alteredText)).toThrow();
    expect(() => keysFrom(master.map((byte) => byte ^ 1)).decrypt(sealed)).toThrow();
  });
});

test("equalInConstantTime treats texts of different lengths as different", () => {
  expect(equalInConstantTime("abc", "abc")).toBe(true);
  expect(equalInConstantTime("abc", "abd")).toBe(false);
  expect(equalInConstantTime("abc", "abcd")).toBe(false);
});
