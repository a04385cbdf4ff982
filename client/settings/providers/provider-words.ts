/** The texts of each outside service, and the fields that connect it. */
import type { ProviderId } from "../../../src/dispatch/providers/provider-contract";

interface ProviderWords {
  name: string;
  what: string;
  /** What happens without the service. */
  notConnectedText: string;
  /** The label of its test button. */
  testLabel: string;
}

/** A field of a connection. */
export interface ConnectionField {
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  /** Whether the value is never shown again once stored. */
  isSecret?: true;
  optional?: true;
  /** A multi-line field. */
  isMultiline?: true;
  /** Whether it takes a whole row of the form. */
  wide?: true;
  type?: "url" | "email";
  /** Its initial value. */
  initialValue?: string;
  /** The value and label of each choice. */
  options?: readonly (readonly [string, string])[];
}

const NO_PAYMENTS_TEXT =
  "Without online payments, you take cash, cards at a terminal and transfers.";

export const providerWords: Record<ProviderId, ProviderWords> = {
  mail: {
    name: "E-mail",
    what: "Sends sign-in codes, confirmations and receipts.",
    notConnectedText:
      "Without e-mail, messages stay in the outbox and sign-in codes are printed on the server’s console.",
    testLabel: "Send me a test e-mail",
  },
  sms: {
    name: "Text messages",
    what: "Sends sign-in codes and trip updates to phones, through Twilio.",
    notConnectedText:
      "Without text messages, people sign in by e-mail, and messages to phone numbers stay in the outbox.",
    testLabel: "Send me a test message",
  },
  push: {
    name: "Notifications",
    what: "Notifications go to riders, drivers and staff who turned them on. The server has its own keys, so there is nothing to connect.",
    notConnectedText: "",
    testLabel: "Send me a test notification",
  },
  geocoder: {
    name: "Address search",
    what: "Finds streets and buildings while riders type.",
    notConnectedText:
      "Without address search, riders choose from your places, towns, airports and the streets you imported.",
    testLabel: "Look up your town",
  },
  router: {
    name: "Routes",
    what: "Measures distance and driving time by road.",
    notConnectedText:
      "Without a routing service, distance and time are estimated from the straight line and marked as estimates.",
    testLabel: "Look up a route",
  },
  map: {
    name: "Map",
    what: "Draws streets under pins and routes.",
    notConnectedText: "Without a map service, pins and routes are drawn on a plain background.",
    testLabel: "Test the map",
  },
  vehicle_data: {
    name: "Vehicle data",
    what: "Finds make, model and year from the VIN.",
    notConnectedText: "Without this service, Livery shows only the data in the VIN itself.",
    testLabel: "Look up a sample VIN",
  },
  flights: {
    name: "Flights",
    what: "Follows flights, and moves or proposes pickups by your rules.",
    notConnectedText:
      "Without a flight provider, only the format of flight numbers is checked, and you enter the times.",
    testLabel: "Look up a flight",
  },
  google: {
    name: "Sign-in with Google",
    what: "Riders sign in with their Google account.",
    notConnectedText: "Riders can always sign in with a code or a link.",
    testLabel: "Check with Google",
  },
  apple: {
    name: "Sign-in with Apple",
    what: "Riders sign in with their Apple account.",
    notConnectedText: "Riders can always sign in with a code or a link.",
    testLabel: "Check with Apple",
  },
  stripe: {
    name: "Payments by Stripe",
    what: "Takes cards on Stripe’s own page, and holds an amount until the trip ends.",
    notConnectedText: NO_PAYMENTS_TEXT,
    testLabel: "Test the key",
  },
  flutterwave: {
    name: "Payments by Flutterwave",
    what: "Takes mobile money and cards.",
    notConnectedText: NO_PAYMENTS_TEXT,
    testLabel: "Test the key",
  },
  mtn_momo: {
    name: "Payments by MTN MoMo",
    what: "Payers confirm on their phones, and the money goes to your own MTN account. You make refunds by hand in MTN’s portal.",
    notConnectedText: NO_PAYMENTS_TEXT,
    testLabel: "Test the keys",
  },
};

const urlField = (label: string, hint: string): ConnectionField => ({
  name: "url",
  label,
  hint: `${hint} A key in the URL is kept secret.`,
  placeholder: "https://",
  isSecret: true,
  wide: true,
  type: "url",
});

const clientIdField = (label: string): ConnectionField => ({ name: "clientId", label });

/** Returns the fields in form order, with the business name as the sender's name. */
export function connectionFields(
  id: Exclude<ProviderId, "push">,
  brand: string,
): readonly ConnectionField[] {
  switch (id) {
    case "mail":
      return [
        { name: "host", label: "Mail server", placeholder: "smtp.example.com" },
        { name: "port", label: "Port", initialValue: "587" },
        {
          name: "security",
          label: "Encryption",
          initialValue: "starttls",
          wide: true,
          options: [
            ["starttls", "STARTTLS, usually port 587"],
            ["tls", "TLS from the start, usually port 465"],
            ["offered", "STARTTLS only if the server offers it"],
          ],
        },
        { name: "user", label: "User name", hint: "Often your e-mail address.", optional: true },
        { name: "password", label: "Password", isSecret: true },
        {
          name: "address",
          label: "Sender’s e-mail address",
          hint: "Your mail provider must allow this account to send from this address.",
          placeholder: "rides@example.com",
          type: "email",
        },
        { name: "name", label: "Sender’s name", initialValue: brand, optional: true },
      ];
    case "sms":
      return [
        { name: "accountSid", label: "Account SID", placeholder: "AC…" },
        { name: "authToken", label: "Auth token", isSecret: true },
        {
          name: "from",
          label: "Sender",
          hint: "A phone number of your Twilio account, a sender name, or a messaging service (MG…).",
          placeholder: "+15550001111",
        },
      ];
    case "geocoder":
      return [urlField("Service URL", "A server with the same API as Photon.")];
    case "router":
      return [urlField("Service URL", "A server with the same API as OSRM.")];
    case "map":
      return [urlField("Style URL", "A MapLibre style, version 8.")];
    case "vehicle_data":
      return [
        urlField("Service URL", "We call this URL with ?vin=… and expect JSON."),
        {
          name: "headerName",
          label: "Key header",
          hint: "Only if the service needs a key.",
          placeholder: "x-api-key",
          optional: true,
        },
        { name: "headerValue", label: "Key", isSecret: true, optional: true },
      ];
    case "flights":
      return [
        {
          name: "provider",
          label: "Provider",
          initialValue: "aeroapi",
          wide: true,
          options: [
            ["aeroapi", "FlightAware AeroAPI"],
            ["aerodatabox", "AeroDataBox at API.Market"],
            ["aerodatabox_rapidapi", "AeroDataBox at RapidAPI"],
          ],
        },
        { name: "apiKey", label: "API key", isSecret: true },
        {
          name: "dailyQuestions",
          label: "Requests per day",
          hint: "Your plan sets the price of a request. Staff are notified when no requests are left.",
          initialValue: "500",
        },
      ];
    case "google":
      return [
        clientIdField("Client ID"),
        { name: "clientSecret", label: "Client secret", isSecret: true },
      ];
    case "apple":
      return [
        clientIdField("Services ID"),
        { name: "teamId", label: "Team ID" },
        { name: "keyId", label: "Key ID" },
        {
          name: "privateKey",
          label: "Private key",
          hint: "The contents of the .p8 file.",
          isSecret: true,
          wide: true,
          isMultiline: true,
        },
      ];
    case "stripe":
      return [
        { name: "secretKey", label: "Secret key", placeholder: "sk_…", isSecret: true },
        {
          name: "webhookSecret",
          label: "Signing secret of the webhook",
          placeholder: "whsec_…",
          isSecret: true,
        },
      ];
    case "flutterwave":
      return [
        { name: "secretKey", label: "Secret key", placeholder: "FLWSECK…", isSecret: true },
        {
          name: "secretHash",
          label: "Secret hash",
          hint: "Exactly as you entered it in Flutterwave, under Webhooks.",
          isSecret: true,
        },
      ];
    case "mtn_momo":
      return [
        {
          name: "environment",
          label: "Target environment",
          hint: "sandbox to try it out, or your country’s: mtnrwanda.",
          initialValue: "sandbox",
        },
        { name: "apiUser", label: "API user" },
        { name: "apiKey", label: "API key", isSecret: true },
        { name: "subscriptionKey", label: "Subscription key for Collections", isSecret: true },
      ];
  }
}

/** What owners need from the provider before they fill in the form. */
export const connectionHelp: Partial<Record<ProviderId, string>> = {
  mail: "Your mail provider calls these “SMTP settings” or “outgoing mail server”. Some providers need an app password instead of your own.",
  sms: "The Account SID and Auth token are on the first page of the Twilio console. Buy a number there, or set up a sender name.",
  flights:
    "Create a key in FlightAware’s AeroAPI portal, or subscribe to AeroDataBox at one of its markets. FlightAware’s personal plan has no alerts.",
  google: "Create an OAuth client of the type “Web application” in the Google Cloud console.",
  apple: "Create a Services ID and a key for “Sign in with Apple” in your Apple developer account.",
  stripe:
    "The Stripe dashboard shows the key under Developers. Create an event destination there for the events checkout.session.*, payment_intent.*, charge.refunded, refund.failed and charge.dispute.*.",
  flutterwave:
    "The Flutterwave dashboard shows the key under Settings, API keys. Under Webhooks, type the address and a secret hash of your own.",
  mtn_momo:
    "Subscribe to Collections in MTN’s developer portal. After you go live, create the API user and key in the partner portal and enter this server’s host there for callbacks.",
};
