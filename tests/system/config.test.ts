import { afterEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, readConfig, slugOf } from "../../src/config";

const folder = mkdtempSync(join(tmpdir(), "livery-config-"));
afterEach(() => rmSync(join(folder, ".env"), { force: true }));

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment, folder);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe("the configuration", () => {
  test("has a default for everything", () => {
    expect(readConfig({}, folder)).toMatchObject({
      port: 3000,
      host: "0.0.0.0",
      publicUrl: "http://localhost:3000",
      publicUrlIsSet: false,
      secure: false,
      brand: "Livery",
      brandSlug: "livery",
      timeZone: "Africa/Kigali",
      currency: "RWF",
      country: "RW",
      distanceUnit: "km",
      firstOwner: null,
      trustProxy: 0,
      smtp: null,
      twilio: null,
      smsCountries: ["RW"],
      otpDigits: 4,
      rateLimits: true,
    });
  });

  test("names every fault at once", () => {
    const faults = faultsOf({
      PORT: "99999",
      PUBLIC_URL: "rides.example.com",
      TIME_ZONE: "Mars/Olympus",
      CURRENCY: "XQQ",
      DISTANCE_UNIT: "leagues",
      SMTP_URL: "smtp://localhost",
      TWILIO_FROM: "+250780000001",
      VEHICLE_DATA_HEADERS: "[1]",
      METRICS_TOKEN: "short",
      OTP_DIGITS: "5",
      BRAND: "!!!",
      ADMIN_EMAIL: "owner@example.com",
      TRUST_PROXY: "yes",
    });
    for (const name of [
      "PORT",
      "PUBLIC_URL",
      "TIME_ZONE",
      "CURRENCY",
      "DISTANCE_UNIT",
      "MAIL_FROM",
      "TWILIO_ACCOUNT_SID",
      "VEHICLE_DATA_HEADERS",
      "METRICS_TOKEN",
      "OTP_DIGITS",
      "BRAND",
      "ADMIN_PASSWORD",
      "TRUST_PROXY",
    ])
      expect(faults.some((fault) => fault.startsWith(name))).toBe(true);
    expect(faults.join()).not.toContain("short");
  });

  test("comes from .env where the environment is silent; empty values count as missing", () => {
    writeFileSync(join(folder, ".env"), "BRAND='Example Rides'\nPORT=4000\nCURRENCY=\n");
    const config = readConfig({ PORT: "5000" }, folder);
    expect(config).toMatchObject({ brand: "Example Rides", port: 5000, currency: "RWF" });
  });

  test("https makes cookies secure; SMS countries may be all", () => {
    const config = readConfig({ PUBLIC_URL: "https://a.example/x", SMS_COUNTRIES: "*" }, folder);
    expect(config).toMatchObject({
      publicUrl: "https://a.example",
      secure: true,
      smsCountries: "*",
    });
    expect(readConfig({ SMS_COUNTRIES: "UG, KE" }, folder).smsCountries).toEqual([
      "RW",
      "UG",
      "KE",
    ]);
  });

  test("a brand becomes a segment of letters and digits", () => {
    expect(slugOf("Été & Co. 24")).toBe("eteco24");
  });
});
