/** Reads the environment. No other module does. Validates all variables together and reports every fault at once. */
import { createPrivateKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { readEmail } from "./accounts/rules";
import { languageCodes } from "./settings/languages/languages-contract";
import { slugOf } from "./settings/name-rules";

const text = z.string().trim().min(1);
const httpUrl = z.url({ protocol: /^https?$/, error: "must be a URL with http or https" });
/** The issuer's URL, which must equal the `issuer` in the provider's own metadata letter for letter. */
const issuerUrl = httpUrl.refine((value) => {
  const { search, hash, username, password } = new URL(value);
  return !search && !hash && !username && !password && !value.endsWith("?");
}, "must be a URL without query, fragment and password");
const integerBetween = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((n) => n >= low && n <= high, `must be from ${low} to ${high}`);
/** A key of `bytes` bytes in base64url, the usual form of web push keys. */
const keyOf = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, "must be base64url")
    .refine(
      (value) => Buffer.from(value, "base64url").length === bytes,
      `must be ${bytes} bytes as base64url`,
    );
const onOff = z.enum(["on", "off"], { error: "must be on or off" }).transform((v) => v === "on");

/** The flight data providers. AeroDataBox is sold through two marketplaces. */
export const flightProviders = ["aeroapi", "aerodatabox", "aerodatabox_rapidapi"] as const;

/** Returns a provider's base URL: `url` if given, otherwise the usual one. */
export function flightApiUrl(
  url: string | null,
  provider: (typeof flightProviders)[number],
): string {
  const usualUrls = {
    aeroapi: "https://aeroapi.flightaware.com/aeroapi",
    aerodatabox: "https://prod.api.market/api/v1/aedbx/aerodatabox",
    aerodatabox_rapidapi: "https://aerodatabox.p.rapidapi.com",
  };
  return (url ?? usualUrls[provider]).replace(/\/$/, "");
}

const Environment = z.object({
  PORT: integerBetween(0, 65_535).default(3000),
  HOST: text.default("0.0.0.0"),
  DATA_DIR: text.default("./data"),
  PUBLIC_URL: httpUrl.optional(),
  BRAND: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .refine((v) => slugOf(v) !== "", "needs a letter or digit")
    .default("Livery"),
  TIME_ZONE: text
    .refine(isTimeZone, "must be a time zone such as Africa/Kigali")
    .default("Africa/Kigali"),
  CURRENCY: text
    .regex(/^[A-Z]{3}$/, "must be three capital letters such as RWF")
    .refine(isCurrency, "is no currency")
    .default("RWF"),
  COUNTRY: text.regex(/^[A-Z]{2}$/, "must be two capital letters such as RW").default("RW"),
  DISTANCE_UNIT: z.enum(["km", "mi"], { error: "must be km or mi" }).default("km"),
  ADMIN_EMAIL: z
    .string()
    .refine((value) => readEmail(value) !== null, "must be an e-mail address")
    .optional(),
  ADMIN_PASSWORD: z.string().min(8, "must have at least 8 characters").max(1024).optional(),
  TRUST_PROXY: z
    .string()
    .transform((v) => (v === "off" ? "0" : v))
    .pipe(integerBetween(0, 10))
    .default(0),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be a URL such as smtp://user:password@host:587" })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address such as "Example Rides <rides@example.com>"',
    )
    .optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  TWILIO_API_URL: httpUrl.default("https://api.twilio.com"),
  SMS_COUNTRIES: z
    .string()
    .regex(/^(\*|[A-Z]{2}(\s*,\s*[A-Z]{2})*)$/, "must be countries such as RW,UG or *")
    .optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: issuerUrl.default("https://accounts.google.com"),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  APPLE_PRIVATE_KEY: z
    .string()
    .transform((value, ctx) => {
      const key = readAppleKey(value);
      if (key) return key;
      ctx.addIssue({ code: "custom", message: "must be the text of the .p8 file from Apple" });
      return z.NEVER;
    })
    .optional(),
  APPLE_ISSUER: issuerUrl.default("https://appleid.apple.com"),
  STRIPE_SECRET_KEY: text.regex(/^[rs]k_/, "must begin with sk_ or rk_").optional(),
  STRIPE_WEBHOOK_SECRET: text.regex(/^whsec_/, "must begin with whsec_").optional(),
  STRIPE_API_URL: httpUrl.default("https://api.stripe.com"),
  FLUTTERWAVE_SECRET_KEY: text.regex(/^FLWSECK/, "must begin with FLWSECK").optional(),
  FLUTTERWAVE_SECRET_HASH: text.optional(),
  FLUTTERWAVE_API_URL: httpUrl.default("https://api.flutterwave.com"),
  MTN_MOMO_SUBSCRIPTION_KEY: text.optional(),
  MTN_MOMO_API_USER: text.optional(),
  MTN_MOMO_API_KEY: text.optional(),
  MTN_MOMO_ENVIRONMENT: text.optional(),
  MTN_MOMO_API_URL: httpUrl.optional(),
  GEOCODER_URL: httpUrl.optional(),
  ROUTER_URL: httpUrl.optional(),
  MAP_STYLE_URL: httpUrl.optional(),
  MAP_FILE: text.optional(),
  FLIGHT_PROVIDER: z
    .enum(flightProviders, { error: `must be one of ${flightProviders.join(", ")}` })
    .optional(),
  FLIGHT_API_KEY: text.optional(),
  FLIGHT_API_URL: httpUrl.optional(),
  FLIGHT_DAILY_QUESTIONS: integerBetween(1, 1_000_000).default(500),
  VEHICLE_DATA_URL: httpUrl.optional(),
  VEHICLE_DATA_HEADERS: z
    .string()
    .transform((value, ctx) => {
      try {
        return z.record(z.string(), z.string()).parse(JSON.parse(value));
      } catch {
        ctx.addIssue({
          code: "custom",
          message: "must be a JSON object of header names and texts",
        });
        return z.NEVER;
      }
    })
    .optional(),
  ANALYTICS_SCRIPT_URL: httpUrl.optional(),
  VAPID_PUBLIC_KEY: keyOf(65).optional(),
  VAPID_PRIVATE_KEY: keyOf(32).optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(?:mailto:\S+@\S+|https:\/\/\S+)$/, "must begin with mailto: or https:")
    .optional(),
  BACKUP_KEEP: z.coerce
    .number({ error: "must be a whole number of backups from 0 to 365" })
    .int("must be a whole number of backups from 0 to 365")
    .min(0, "must be a whole number of backups from 0 to 365")
    .max(365, "must be a whole number of backups from 0 to 365")
    .default(7),
  BACKUP_S3_BUCKET: text.optional(),
  BACKUP_S3_ENDPOINT: httpUrl.optional(),
  BACKUP_S3_REGION: text.default("us-east-1"),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
  BACKUP_S3_PREFIX: z
    .string()
    .regex(/^(?:[\w.-]+\/)*$/, "must be names of folders with a slash behind each, such as livery/")
    .default("livery/"),
  BACKUP_S3_KEEP: integerBetween(1, 3650).default(30),
  REPLICA: z
    .string()
    .regex(/^(?:s3|\/.+)$/, "must be s3 or the path of a folder that begins with a slash")
    .optional(),
  PUSH_HOSTS: z
    .string()
    .regex(
      /^[a-z0-9.-]+\.[a-z]{2,}(\s*,\s*[a-z0-9.-]+\.[a-z]{2,})*$/,
      "must be names of hosts such as push.example.com, with commas between",
    )
    .optional(),
  ALERT_EMAIL: z
    .string()
    .transform((value) => value.split(",").map((each) => readEmail(each) ?? ""))
    .refine((emails) => !emails.includes(""), "must be e-mail addresses with commas between")
    .optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  RIDER_LANGUAGE: z
    .enum(languageCodes, { error: `must be one of ${languageCodes.join(", ")}` })
    .default("en"),
  OTP_DIGITS: z.enum(["4", "6"], { error: "must be 4 or 6" }).transform(Number).default(4),
  SEND_REVEALS_NAME: onOff.default(true),
  TIPS_ON_ACCOUNT: onOff.default(true),
  CARD_TERMINAL: z
    .enum(["operator", "driver"], { error: "must be operator or driver" })
    .default("operator"),
  INVOICE_ADDRESS: z.string().trim().max(300).default(""),
  INVOICE_TAX_NUMBER: z.string().trim().max(60).default(""),
  INVOICE_PAYMENT: z.string().trim().max(300).default(""),
  FOUND_ITEM_DAYS: integerBetween(1, 3_650).default(90),
  RATE_LIMITS: onOff.default(true),
  LOG_FORMAT: z.enum(["text", "json"], { error: "must be text or json" }).default("text"),
  LOG_LEVEL: z
    .enum(["debug", "info", "warning", "error"], {
      error: "must be debug, info, warning or error",
    })
    .default("info"),
});

/** The names of all environment variables that Livery reads. */
export const variableNames: readonly string[] = Object.keys(Environment.shape);

/** Groups of variables that must be set together or not at all. */
const variableGroups: readonly (readonly string[])[] = [
  ["SMTP_URL", "MAIL_FROM"],
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_SECRET_HASH"],
  ["MTN_MOMO_SUBSCRIPTION_KEY", "MTN_MOMO_API_USER", "MTN_MOMO_API_KEY", "MTN_MOMO_ENVIRONMENT"],
  ["FLIGHT_PROVIDER", "FLIGHT_API_KEY"],
  ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
  ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"],
  ["BACKUP_S3_BUCKET", "BACKUP_S3_ACCESS_KEY_ID", "BACKUP_S3_SECRET_ACCESS_KEY"],
];

/** The operator's configuration, under the names that the code uses. */
export type Config = ReturnType<typeof toConfig>;

/** Lists every fault in the configuration, one per line. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? "an error" : `${faults.length} errors`}.`);
  }
}

/**
 * Reads the configuration from `environment`, and missing variables from a `.env` file in `folder`. Empty values count
 * as missing. Throws `ConfigError` with every fault.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  folder: string,
): Config {
  const path = join(folder, ".env");
  const fileValues = existsSync(path) ? readEnvFile(path) : {};
  const values: Record<string, string> = {};
  for (const name of variableNames) {
    const value = environment[name]?.trim() || fileValues[name]?.trim();
    if (value) values[name] = value;
  }
  const faults: string[] = [];
  for (const group of variableGroups) {
    const missingVariables = group.filter((name) => !values[name]);
    if (missingVariables.length > 0 && missingVariables.length < group.length)
      faults.push(
        `${missingVariables.join(" and ")}: must be set together with ${group.filter((n) => values[n]).join(", ")}`,
      );
  }
  if (values.MAP_STYLE_URL && values.MAP_FILE)
    faults.push("MAP_STYLE_URL and MAP_FILE: set only one of the two");
  if (values.BACKUP_S3_BUCKET && values.BACKUP_KEEP === "0")
    faults.push(
      "BACKUP_KEEP: must be at least 1, because backups are made on this server before they are sent to BACKUP_S3_BUCKET",
    );
  if (values.REPLICA === "s3" && !values.BACKUP_S3_BUCKET)
    faults.push(
      "REPLICA: s3 uses the store of BACKUP_S3_BUCKET, so set BACKUP_S3_BUCKET and its keys too",
    );
  // The schema parses only once, so compiling code for it would take longer than parsing.
  const parsed = Environment.safeParse(values, { jitless: true });
  if (!parsed.success)
    for (const issue of parsed.error.issues)
      faults.push(`${issue.path.join(".")}: ${issue.message}`);
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return toConfig(parsed.data, new Set(Object.keys(values)));
}

function readEnvFile(path: string): NodeJS.Dict<string> {
  // Loaded only if there is a `.env` file.
  const { parseEnv } = process.getBuiltinModule("node:util");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new ConfigError([
      `${path} cannot be read by this user: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
  return parseEnv(text);
}

/**
 * Reads this process's configuration: the environment, and `.env` beside the executable or in the working directory.
 */
export function processConfig(): Config {
  const folder = Bun.isStandaloneExecutable ? dirname(process.execPath) : process.cwd();
  return readConfig(process.env, folder);
}

/**
 * Returns the configuration for a demo. A demo shares the `.env` file with a real server on the same machine, so it
 * must not send messages, take payments or overwrite the real backups.
 */
export function demoConfigOf(config: Config): Config {
  return {
    ...config,
    smtp: null,
    twilio: null,
    stripe: null,
    flutterwave: null,
    momo: null,
    flights: null,
    alertEmails: null,
    backupStore: null,
    replica: null,
  };
}

/** Returns the environment of this process with some variables replaced, for a child process. */
export function environmentWith(values: Record<string, string>): NodeJS.Dict<string> {
  return { ...process.env, ...values };
}

/** Returns the flight data provider and how many requests a day it may get, or null if none is configured. */
function flightConfigOf(env: z.infer<typeof Environment>) {
  const { FLIGHT_PROVIDER: provider, FLIGHT_API_KEY: apiKey } = env;
  if (!provider || !apiKey) return null;
  const apiUrl = flightApiUrl(env.FLIGHT_API_URL ?? null, provider);
  return { provider, apiKey, apiUrl, dailyQuestions: env.FLIGHT_DAILY_QUESTIONS };
}

function toConfig(env: z.infer<typeof Environment>, setNames: ReadonlySet<string>) {
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);
  const backupStore =
    env.BACKUP_S3_BUCKET && env.BACKUP_S3_ACCESS_KEY_ID && env.BACKUP_S3_SECRET_ACCESS_KEY
      ? {
          bucket: env.BACKUP_S3_BUCKET,
          /** Null for Amazon's endpoint of the region. */
          endpoint: env.BACKUP_S3_ENDPOINT?.replace(/\/$/, "") ?? null,
          region: env.BACKUP_S3_REGION,
          accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID,
          secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY,
          prefix: env.BACKUP_S3_PREFIX,
          keep: env.BACKUP_S3_KEEP,
        }
      : null;
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    /** The origin of links and redirects, without a slash at the end. */
    publicUrl: publicUrl.origin,
    /** Whether the operator set `PUBLIC_URL`. If not, the origin is taken from the request's host. */
    isPublicUrlSet: env.PUBLIC_URL !== undefined,
    /** Whether the site uses HTTPS, and with it HSTS and cookies that are `Secure` and `__Host-`. */
    isHttps: publicUrl.protocol === "https:",
    /** The initial values of the settings. A setting whose variable is in `setVariables` keeps that value. */
    first: {
      brand: env.BRAND,
      brandSlug: slugOf(env.BRAND),
      timeZone: env.TIME_ZONE,
      currency: env.CURRENCY,
      country: env.COUNTRY,
      distanceUnit: env.DISTANCE_UNIT,
      riderLanguage: env.RIDER_LANGUAGE,
      address: env.INVOICE_ADDRESS,
      taxNumber: env.INVOICE_TAX_NUMBER,
      payment: env.INVOICE_PAYMENT,
    },
    /** The variables that the operator set. */
    setVariables: setNames,
    firstOwner:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
        : null,
    /** How many proxies to trust in `X-Forwarded-For`. */
    trustProxy: env.TRUST_PROXY,
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    twilio:
      env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID,
            authToken: env.TWILIO_AUTH_TOKEN,
            from: env.TWILIO_FROM,
            apiUrl: env.TWILIO_API_URL.replace(/\/$/, ""),
          }
        : null,
    /** Countries to which SMS are sent besides the operator's own, or `*` for all. */
    smsCountries:
      env.SMS_COUNTRIES === "*"
        ? ("*" as const)
        : (env.SMS_COUNTRIES?.split(",").map((c) => c.trim()) ?? []),
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            issuer: env.GOOGLE_ISSUER,
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
          }
        : null,
    apple:
      env.APPLE_CLIENT_ID && env.APPLE_TEAM_ID && env.APPLE_KEY_ID && env.APPLE_PRIVATE_KEY
        ? {
            issuer: env.APPLE_ISSUER,
            clientId: env.APPLE_CLIENT_ID,
            teamId: env.APPLE_TEAM_ID,
            keyId: env.APPLE_KEY_ID,
            /** PKCS 8, PEM. */
            privateKey: env.APPLE_PRIVATE_KEY,
          }
        : null,
    ...paymentConfigOf(env),
    /** The base URLs of the services that the owner connects on the screen. */
    endpoints: {
      stripe: env.STRIPE_API_URL,
      flutterwave: env.FLUTTERWAVE_API_URL.replace(/\/$/, ""),
      /** Null if the URL depends on the environment of the keys. */
      momo: env.MTN_MOMO_API_URL ?? null,
      twilio: env.TWILIO_API_URL.replace(/\/$/, ""),
      google: env.GOOGLE_ISSUER,
      apple: env.APPLE_ISSUER,
      /** Null for the provider's own URL. */
      flights: env.FLIGHT_API_URL ?? null,
    },
    /** Never set from the environment. Tests set it to connect services on the loopback address. */
    allowsLoopback: false as boolean,
    vehicleData: env.VEHICLE_DATA_URL
      ? { url: env.VEHICLE_DATA_URL, headers: env.VEHICLE_DATA_HEADERS ?? {} }
      : null,
    flights: flightConfigOf(env),
    /** The URL of a Photon-compatible geocoder. If null, places come only from Livery's own lists. */
    geocoderUrl: env.GEOCODER_URL ?? null,
    /** The URL of an OSRM-compatible router. If null, routes are estimated. */
    routerUrl: env.ROUTER_URL ?? null,
    /** The source of the street map. If both are null, pins are shown on a plain background. */
    map: {
      styleUrl: env.MAP_STYLE_URL ?? null,
      file: env.MAP_FILE === undefined ? null : resolve(env.MAP_FILE),
    },
    analyticsScriptUrl: env.ANALYTICS_SCRIPT_URL ?? null,
    /** The addresses that are alerted when the server needs attention. If null, its owners are. */
    alertEmails: env.ALERT_EMAIL ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    otpDigits: env.OTP_DIGITS,
    revealsNameOnSend: env.SEND_REVEALS_NAME,
    /** Whether a rider's tip may be billed to a company. */
    allowsTipsOnAccount: env.TIPS_ON_ACCOUNT,
    /** Whose terminal takes card payments in the car. If it is the driver's own, the driver holds the fare. */
    cardTerminal: env.CARD_TERMINAL,
    /** For how many days a found item is kept for its owner. */
    foundItemDays: env.FOUND_ITEM_DAYS,
    /** How many nightly backups are kept. With 0, none are made. */
    backupKeep: env.BACKUP_KEEP,
    /** An S3-compatible store to which the nightly backups are sent, or null. */
    backupStore,
    /** The replica, which is only seconds behind, or null. */
    replica:
      env.REPLICA === "s3" && backupStore
        ? { kind: "store" as const, store: backupStore }
        : env.REPLICA
          ? { kind: "folder" as const, path: env.REPLICA }
          : null,
    hasRateLimits: env.RATE_LIMITS,
    logFormat: env.LOG_FORMAT,
    logLevel: env.LOG_LEVEL,
    push: {
      /** The operator's own keys. If null, keys are derived from the server's secret. */
      vapid:
        env.VAPID_PUBLIC_KEY && env.VAPID_PRIVATE_KEY
          ? { publicKey: env.VAPID_PUBLIC_KEY, privateKey: env.VAPID_PRIVATE_KEY }
          : null,
      /** The address at which a push service can contact the operator. */
      subject:
        env.VAPID_SUBJECT ??
        (publicUrl.protocol === "https:"
          ? publicUrl.origin
          : `mailto:operator@${publicUrl.hostname}`),
      /** Hosts of push services that are allowed besides the known ones. */
      hosts: env.PUSH_HOSTS?.split(",").map((host) => host.trim()) ?? [],
      /** Never set from the environment. Tests set it to use a push service on the loopback address. */
      allowsLoopback: false as boolean,
    },
  };
}

/**
 * Returns the key of a .p8 file as PEM, or null if it is not a private key on the curve P-256. Line breaks may be real,
 * written as `\\n`, or lost, and the two lines around the key may be missing.
 */
export function readAppleKey(value: string): string | null {
  const body = value
    .replaceAll("\\n", "\n")
    .replace(/-----(?:BEGIN|END) PRIVATE KEY-----/g, "")
    .replace(/\s/g, "");
  try {
    const key = createPrivateKey({
      key: Buffer.from(body, "base64"),
      format: "der",
      type: "pkcs8",
    });
    if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") return null;
    return key.export({ format: "pem", type: "pkcs8" }).toString();
  } catch {
    return null;
  }
}

/** Returns the configuration of the payment providers. */
function paymentConfigOf(env: z.infer<typeof Environment>) {
  return {
    stripe:
      env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET
        ? {
            apiUrl: env.STRIPE_API_URL,
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          }
        : null,
    flutterwave:
      env.FLUTTERWAVE_SECRET_KEY && env.FLUTTERWAVE_SECRET_HASH
        ? {
            apiUrl: env.FLUTTERWAVE_API_URL.replace(/\/$/, ""),
            secretKey: env.FLUTTERWAVE_SECRET_KEY,
            secretHash: env.FLUTTERWAVE_SECRET_HASH,
          }
        : null,
    momo:
      env.MTN_MOMO_SUBSCRIPTION_KEY &&
      env.MTN_MOMO_API_USER &&
      env.MTN_MOMO_API_KEY &&
      env.MTN_MOMO_ENVIRONMENT
        ? {
            apiUrl: momoUrl(env.MTN_MOMO_API_URL, env.MTN_MOMO_ENVIRONMENT),
            subscriptionKey: env.MTN_MOMO_SUBSCRIPTION_KEY,
            apiUser: env.MTN_MOMO_API_USER,
            apiKey: env.MTN_MOMO_API_KEY,
            /** `sandbox`, or the wallet's country, such as `mtnrwanda`. */
            environment: env.MTN_MOMO_ENVIRONMENT,
          }
        : null,
  };
}

/** Returns MTN MoMo's base URL. MTN has one address for its sandbox, and one for all countries. */
export function momoUrl(givenUrl: string | null | undefined, environment: string): string {
  const usualUrl =
    environment === "sandbox"
      ? "https://sandbox.momodeveloper.mtn.com"
      : "https://proxy.momoapi.mtn.com";
  return (givenUrl ?? usualUrl).replace(/\/$/, "");
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf("currency").includes(code);
}
