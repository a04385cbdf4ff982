import { afterEach, describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, demoConfigOf, readConfig } from "../../src/config";
import { slugOf } from "../../src/settings/name-rules";

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
  test("has a default for every variable", () => {
    expect(readConfig({}, folder)).toMatchObject({
      port: 3000,
      host: "0.0.0.0",
      publicUrl: "http://localhost:3000",
      isPublicUrlSet: false,
      isHttps: false,
      first: {
        brand: "Livery",
        brandSlug: "livery",
        timeZone: "Africa/Kigali",
        currency: "RWF",
        country: "RW",
        distanceUnit: "km",
        riderLanguage: "en",
        address: "",
        taxNumber: "",
        payment: "",
      },
      firstOwner: null,
      trustProxy: 0,
      smtp: null,
      twilio: null,
      stripe: null,
      flutterwave: null,
      momo: null,
      smsCountries: [],
      otpDigits: 4,
      hasRateLimits: true,
    });
  });

  test("reports all faults at once", () => {
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

  test("accepts a sender address for mail with or without a name", () => {
    const SMTP_URL = "smtp://localhost";
    for (const MAIL_FROM of ["rides@example.com", "Example Rides <rides@example.com>"])
      expect(readConfig({ SMTP_URL, MAIL_FROM }, folder).smtp?.from).toBe(MAIL_FROM);
    for (const MAIL_FROM of [
      "Example Rides",
      "Example Rides <rides@example.com",
      "rides@",
      "a b@c",
    ])
      expect(faultsOf({ SMTP_URL, MAIL_FROM })).toEqual([
        'MAIL_FROM: must be an address such as "Example Rides <rides@example.com>"',
      ]);
  });

  test("needs all variables of a provider or none", () => {
    const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    expect(readConfig(google, folder)).toMatchObject({
      google: { clientId: "id", issuer: "https://accounts.google.com" },
      apple: null,
    });
    expect(faultsOf({ GOOGLE_CLIENT_ID: "id" })).toEqual([
      "GOOGLE_CLIENT_SECRET: must be set together with GOOGLE_CLIENT_ID",
    ]);
    expect(faultsOf({ ...google, APPLE_CLIENT_ID: "id", APPLE_KEY_ID: "key" })).toEqual([
      "APPLE_TEAM_ID and APPLE_PRIVATE_KEY: must be set together with APPLE_CLIENT_ID, APPLE_KEY_ID",
    ]);
    expect(faultsOf({ ...google, GOOGLE_ISSUER: "https://user@example.com/?x" })).toEqual([
      "GOOGLE_ISSUER: must be a URL without query, fragment and password",
    ]);
  });

  test("accepts Apple's key with any line breaks, and refuses other keys", () => {
    const apple = { APPLE_CLIENT_ID: "id", APPLE_TEAM_ID: "team", APPLE_KEY_ID: "key" };
    const pem = (curve: string) =>
      generateKeyPairSync("ec", { namedCurve: curve })
        .privateKey.export({ format: "pem", type: "pkcs8" })
        .toString();
    const key = pem("P-256");
    for (const written of [
      key,
      key.replaceAll("\n", "\\n"),
      key.replaceAll("\n", " "),
      key.split("\n").slice(1, -2).join(""),
    ])
      expect(readConfig({ ...apple, APPLE_PRIVATE_KEY: written }, folder).apple?.privateKey).toBe(
        key,
      );
    for (const wrongKey of ["AuthKey.p8", pem("P-384"), key.replace("M", "")]) {
      const faults = faultsOf({ ...apple, APPLE_PRIVATE_KEY: wrongKey });
      expect(faults).toEqual(["APPLE_PRIVATE_KEY: must be the text of the .p8 file from Apple"]);
    }
  });

  test("falls back to .env and treats empty values as missing", () => {
    writeFileSync(join(folder, ".env"), "BRAND='Example Rides'\nPORT=4000\nCURRENCY=\n");
    const config = readConfig({ PORT: "5000" }, folder);
    expect(config).toMatchObject({
      port: 5000,
      first: { brand: "Example Rides", currency: "RWF" },
      setVariables: new Set(["PORT", "BRAND"]),
    });
  });

  test("reports a .env file that cannot be read", () => {
    const here = join(folder, "unreadable");
    mkdirSync(join(here, ".env"), { recursive: true });
    expect(() => readConfig({}, here)).toThrow(ConfigError);
  });

  test("detects https and accepts all SMS countries", () => {
    const config = readConfig({ PUBLIC_URL: "https://a.example/x", SMS_COUNTRIES: "*" }, folder);
    expect(config).toMatchObject({
      publicUrl: "https://a.example",
      isHttps: true,
      smsCountries: "*",
    });
    expect(readConfig({ SMS_COUNTRIES: "UG, KE" }, folder).smsCountries).toEqual(["UG", "KE"]);
  });

  test("of a demo has no mail, alerts, backup store or replica", () => {
    const config = readConfig(
      {
        SMTP_URL: "smtp://mail.example:25",
        MAIL_FROM: "rides@mail.example",
        REPLICA: "/mnt/second",
        ALERT_EMAIL: "owner@mail.example",
        GEOCODER_URL: "https://geo.example",
      },
      folder,
    );
    expect([config.smtp, config.replica]).not.toContain(null);
    expect(demoConfigOf(config)).toMatchObject({
      smtp: null,
      twilio: null,
      alertEmails: null,
      backupStore: null,
      replica: null,
      geocoderUrl: config.geocoderUrl,
    });
  });

  test("turns a brand into a segment of letters and digits", () => {
    expect(slugOf("Été & Co. 24")).toBe("eteco24");
  });
});
