import { z } from "zod";
import { Connection, ConnectionFields } from "../../settings/connections/connection-contract";

/** The outside services a server can use. */
export const ProviderId = z.enum([
  "mail",
  "sms",
  "push",
  "geocoder",
  "router",
  "map",
  "vehicle_data",
  "flights",
  "google",
  "apple",
  "stripe",
  "flutterwave",
  "mtn_momo",
]);
export type ProviderId = z.infer<typeof ProviderId>;

/** Whether a service is connected. */
export const ProviderFacts = z.object({
  id: ProviderId,
  configured: z.boolean(),
  /** The host, sender or file name, or null if there is nothing to show. */
  detail: z.string().nullable(),
  /** Whether a payment provider's keys move real money. Null for other services. */
  mode: z.enum(["test", "live"]).nullable(),
});
export type ProviderFacts = z.infer<typeof ProviderFacts>;

/** A service and the settings that the owner can change. It never contains a secret. */
export const Provider = ProviderFacts.extend({
  /** Whether it is connected by the environment or on the screen. Null if there is nothing to connect. */
  connection: Connection.nullable(),
});
export type Provider = z.infer<typeof Provider>;

export const ProviderList = z.object({
  providers: z.array(Provider),
  /** The server's public address, for the callback addresses of sign-in providers. */
  publicUrl: z.string(),
});
export type ProviderList = z.infer<typeof ProviderList>;

export const ProviderParam = z.object({ id: ProviderId });

/**
 * `phone` is only for SMS, with country code. If `fields` is set, the typed settings are tested before they are saved.
 */
export const TestProvider = z.object({
  phone: z.string().max(40).optional(),
  fields: ConnectionFields.optional(),
});
export type TestProvider = z.infer<typeof TestProvider>;

/** What really happened. */
export const ProviderTest = z.object({
  ok: z.boolean(),
  outcome: z.string(),
  milliseconds: z.number().int(),
});
export type ProviderTest = z.infer<typeof ProviderTest>;
