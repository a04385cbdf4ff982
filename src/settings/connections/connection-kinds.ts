/** The fields of each external service, and the configuration that they give. */
import { z } from "zod";
import { type Config, flightProviders, flightApiUrl, momoUrl, readAppleKey } from "../../config";
import { emailText, line } from "../text-contract";
import type { ConnectionFields, ConnectionId } from "./connection-contract";

/** The part of the configuration that connections may define. */
type ConnectedConfig = Partial<
  Pick<
    Config,
    | "smtp"
    | "twilio"
    | "geocoderUrl"
    | "routerUrl"
    | "map"
    | "vehicleData"
    | "flights"
    | "google"
    | "apple"
    | "stripe"
    | "flutterwave"
    | "momo"
  >
>;

interface Description<Fields extends ConnectionFields> {
  /** The service's name in the audit log. */
  name: string;
  /** Environment variables that override the screen. */
  variables: readonly string[];
  schema: z.ZodType<Fields>;
  secrets: readonly (keyof Fields & string)[];
  /** Fields that decide to whom a secret is sent. If one of them changes, secrets must be typed again. */
  recipient: readonly (keyof Fields & string)[];
  /** The secrets that the service needs. */
  needs: (fields: Fields) => readonly (keyof Fields & string)[];
  /** The host to which requests are sent, and the field that contains it. */
  host?: (fields: Fields) => { field: keyof Fields & string; host: string };
  config: (fields: Fields, config: Config) => ConnectedConfig;
}

interface ConnectionKind extends Pick<
  Description<ConnectionFields>,
  "name" | "variables" | "secrets" | "recipient" | "config"
> {
  /** Returns the fields, or the errors of each. */
  read: (typed: ConnectionFields) => { fields: ConnectionFields } | { faults: ConnectionFields };
  needs: (fields: ConnectionFields) => readonly string[];
  host: (fields: ConnectionFields) => { field: string; host: string } | null;
}

function createKind<Fields extends ConnectionFields>({
  schema,
  needs,
  host,
  config,
  ...rest
}: Description<Fields>): ConnectionKind {
  return {
    ...rest,
    read: (typed) => {
      const read = schema.safeParse(typed, { jitless: true });
      if (read.success) return { fields: read.data };
      const faults = read.error.issues.map(({ path, message }) => [String(path[0]), message]);
      return { faults: Object.fromEntries(faults) };
    },
    needs: (fields) => needs(schema.parse(fields)),
    host: (fields) => host?.(schema.parse(fields)) ?? null,
    config: (fields, currentConfig) => config(schema.parse(fields), currentConfig),
  };
}

const REQUIRED_MESSAGE = "This field is required.";
const text = line.min(1, REQUIRED_MESSAGE).max(200);
/** Stored exactly as typed. Empty to keep the stored secret. */
const secretText = z.string().trim().max(1_000);
const secret = secretText.default("");
const url = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (value) => value === "" || isHttpUrl(value),
    "Enter an address that starts with https://.",
  )
  .default("");

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Describes a service with a single address, which may contain a key. */
function createAddressKind(
  name: string,
  variables: readonly string[],
  config: (url: string) => ConnectedConfig,
): ConnectionKind {
  return createKind({
    name,
    variables,
    schema: z.object({ url }),
    secrets: ["url"],
    recipient: [],
    needs: () => ["url"],
    host: (fields) => ({ field: "url", host: hostOf(fields.url) }),
    config: (fields) => config(fields.url),
  });
}

const hostOf = (value: string) => (URL.canParse(value) ? new URL(value).hostname : "");

const mail = createKind({
  name: "e-mail",
  variables: ["SMTP_URL", "MAIL_FROM"],
  schema: z.object({
    host: z
      .string()
      .trim()
      .min(1, REQUIRED_MESSAGE)
      .max(253)
      .regex(
        /^(?:[\w-]+(?:\.[\w-]+)*\.?|[\da-f:.]+)$/i,
        "Enter the server’s name, for example smtp.example.com.",
      ),
    port: z
      .string()
      .trim()
      .regex(/^\d{1,5}$/, "Enter a port number, 587 or 465.")
      .refine(
        (port) => Number(port) >= 1 && Number(port) <= 65_535,
        "Enter a port number, 587 or 465.",
      ),
    security: z.enum(["starttls", "tls", "offered"]),
    user: line.max(200),
    password: secret,
    address: emailText,
    name: line.max(60).regex(/^[^<>"\\]*$/, 'Remove the characters < > " and \\.'),
  }),
  secrets: ["password"],
  recipient: ["host", "port", "security", "user"],
  needs: ({ user }) => (user === "" ? [] : ["password"]),
  host: ({ host }) => ({ field: "host", host }),
  config: ({ host, port, security, user, password, address, name }) => {
    const account =
      user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
    const server = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    return {
      smtp: {
        url: `${security === "tls" ? "smtps" : "smtp"}://${account}${server}/${
          security === "starttls" ? "?requireTLS=true" : ""
        }`,
        from: name === "" ? address : `"${name}" <${address}>`,
      },
    };
  },
});

const sms = createKind({
  name: "text messages",
  variables: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
  schema: z.object({ accountSid: text, authToken: secret, from: text }),
  secrets: ["authToken"],
  recipient: ["accountSid"],
  needs: () => ["authToken"],
  config: (fields, { endpoints }) => ({ twilio: { ...fields, apiUrl: endpoints.twilio } }),
});

const vehicleData = createKind({
  name: "vehicle data",
  variables: ["VEHICLE_DATA_URL", "VEHICLE_DATA_HEADERS"],
  schema: z.object({
    url,
    headerName: z
      .string()
      .trim()
      .max(100)
      .regex(/^[\w-]*$/, "Enter the header’s name, for example x-api-key.")
      .default(""),
    headerValue: secretText
      .regex(/^[\x20-\x7e]*$/, "Remove line breaks and accented letters.")
      .default(""),
  }),
  secrets: ["url", "headerValue"],
  recipient: ["url"],
  needs: ({ headerName }) => (headerName === "" ? ["url"] : ["url", "headerValue"]),
  host: (fields) => ({ field: "url", host: hostOf(fields.url) }),
  config: (fields) => ({
    vehicleData: {
      url: fields.url,
      headers: fields.headerName === "" ? {} : { [fields.headerName]: fields.headerValue },
    },
  }),
});

const flights = createKind({
  name: "flights",
  variables: ["FLIGHT_PROVIDER", "FLIGHT_API_KEY"],
  schema: z.object({
    provider: z.enum(flightProviders),
    apiKey: secret,
    dailyQuestions: z
      .string()
      .trim()
      .regex(/^[1-9]\d{0,5}$/, "Enter a number of requests per day, for example 500."),
  }),
  secrets: ["apiKey"],
  recipient: ["provider"],
  needs: () => ["apiKey"],
  config: ({ provider, apiKey, dailyQuestions }, { endpoints }) => ({
    flights: {
      provider,
      apiKey,
      apiUrl: flightApiUrl(endpoints.flights, provider),
      dailyQuestions: Number(dailyQuestions),
    },
  }),
});

const google = createKind({
  name: "sign-in with Google",
  variables: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  schema: z.object({ clientId: text, clientSecret: secret }),
  secrets: ["clientSecret"],
  recipient: ["clientId"],
  needs: () => ["clientSecret"],
  config: (fields, { endpoints }) => ({ google: { ...fields, issuer: endpoints.google } }),
});

const apple = createKind({
  name: "sign-in with Apple",
  variables: ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
  schema: z.object({
    clientId: text,
    teamId: text,
    keyId: text,
    privateKey: z
      .string()
      .max(8_000)
      .default("")
      .transform((value, ctx) => {
        const key = value.trim() === "" ? "" : readAppleKey(value);
        if (key !== null) return key;
        ctx.addIssue({ code: "custom", message: "Paste the contents of the .p8 file from Apple." });
        return z.NEVER;
      }),
  }),
  secrets: ["privateKey"],
  recipient: ["clientId", "teamId", "keyId"],
  needs: () => ["privateKey"],
  config: (fields, { endpoints }) => ({ apple: { ...fields, issuer: endpoints.apple } }),
});

const stripe = createKind({
  name: "payments by Stripe",
  variables: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  schema: z.object({
    secretKey: secretText
      .regex(/^(?:[rs]k_\S+)?$/, "Paste the secret key: it begins with sk_ or rk_.")
      .default(""),
    webhookSecret: secretText
      .regex(/^(?:whsec_\S+)?$/, "Paste the signing secret: it begins with whsec_.")
      .default(""),
  }),
  secrets: ["secretKey", "webhookSecret"],
  recipient: [],
  needs: () => ["secretKey", "webhookSecret"],
  config: (fields, { endpoints }) => ({ stripe: { ...fields, apiUrl: endpoints.stripe } }),
});

const flutterwave = createKind({
  name: "payments by Flutterwave",
  variables: ["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_SECRET_HASH"],
  schema: z.object({
    secretKey: secretText
      .regex(/^(?:FLWSECK\S+)?$/, "Paste the secret key: it begins with FLWSECK.")
      .default(""),
    secretHash: secret,
  }),
  secrets: ["secretKey", "secretHash"],
  recipient: [],
  needs: () => ["secretKey", "secretHash"],
  config: (fields, { endpoints }) => ({
    flutterwave: { ...fields, apiUrl: endpoints.flutterwave },
  }),
});

const momo = createKind({
  name: "payments by MTN MoMo",
  variables: [
    "MTN_MOMO_SUBSCRIPTION_KEY",
    "MTN_MOMO_API_USER",
    "MTN_MOMO_API_KEY",
    "MTN_MOMO_ENVIRONMENT",
  ],
  schema: z.object({
    environment: line
      .max(40)
      .regex(/^[a-z]+$/, "Enter MTN’s name for the environment, for example sandbox or mtnrwanda."),
    apiUser: text,
    apiKey: secret,
    subscriptionKey: secret,
  }),
  secrets: ["apiKey", "subscriptionKey"],
  recipient: ["environment", "apiUser"],
  needs: () => ["apiKey", "subscriptionKey"],
  config: (fields, { endpoints }) => ({
    momo: { ...fields, apiUrl: momoUrl(endpoints.momo, fields.environment) },
  }),
});

/** All services that can be connected on the screen. */
export const connectionKinds: Record<ConnectionId, ConnectionKind> = {
  mail,
  sms,
  geocoder: createAddressKind("the address search", ["GEOCODER_URL"], (geocoderUrl) => ({
    geocoderUrl,
  })),
  router: createAddressKind("the router", ["ROUTER_URL"], (routerUrl) => ({ routerUrl })),
  map: createAddressKind("the map", ["MAP_STYLE_URL", "MAP_FILE"], (styleUrl) => ({
    map: { styleUrl, file: null },
  })),
  vehicle_data: vehicleData,
  flights,
  google,
  apple,
  stripe,
  flutterwave,
  mtn_momo: momo,
};
