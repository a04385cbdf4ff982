import { z } from "zod";
import { Connection, ConnectionFields } from "../../settings/connections/connection-contract";

/** The services of others that a server may be connected with. */
export const ProviderId = z.enum([
  "mail",
  "sms",
  "push",
  "geocoder",
  "router",
  "map",
  "vehicle_data",
  "google",
  "apple",
  "stripe",
  "flutterwave",
  "mtn_momo",
]);
export type ProviderId = z.infer<typeof ProviderId>;

/** Whether one of them is connected. */
export const ProviderFacts = z.object({
  id: ProviderId,
  configured: z.boolean(),
  /** The host that is asked, a sender, a file's name; null where there is nothing to tell. */
  detail: z.string().nullable(),
  /** Of payments: whether the keys move real money; null for other services. */
  mode: z.enum(["test", "live"]).nullable(),
});
export type ProviderFacts = z.infer<typeof ProviderFacts>;

/** One of them, with what the owner may change; never a secret. */
export const Provider = ProviderFacts.extend({
  /** How it is connected, by the environment or on the screen; null where there is nothing to connect. */
  connection: Connection.nullable(),
});
export type Provider = z.infer<typeof Provider>;

export const ProviderList = z.object({
  providers: z.array(Provider),
  /** The address of this server that sign-in providers lead back to. */
  publicUrl: z.string(),
});
export type ProviderList = z.infer<typeof ProviderList>;

export const ProviderParam = z.object({ id: ProviderId });

/** `phone` is for SMS alone: with the country code. With `fields` what is typed is tried out before it is saved. */
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
