import { z } from "zod";

/** The services of others that a server may be configured with. */
export const ProviderId = z.enum([
  "mail",
  "sms",
  "push",
  "geocoder",
  "router",
  "map",
  "vehicle_data",
]);
export type ProviderId = z.infer<typeof ProviderId>;

/** One of them, as the configuration has it; never a secret. */
export const Provider = z.object({
  id: ProviderId,
  configured: z.boolean(),
  /** The host that is asked, a sender, a file's name; null where there is nothing to tell. */
  detail: z.string().nullable(),
});
export type Provider = z.infer<typeof Provider>;

export const ProviderList = z.object({ providers: z.array(Provider) });
export type ProviderList = z.infer<typeof ProviderList>;

export const ProviderParam = z.object({ id: ProviderId });

/** `phone` is for SMS alone: with the country code. */
export const TestProvider = z.object({ phone: z.string().max(40).optional() });
export type TestProvider = z.infer<typeof TestProvider>;

/** What really happened. */
export const ProviderTest = z.object({
  ok: z.boolean(),
  outcome: z.string(),
  milliseconds: z.number().int(),
});
export type ProviderTest = z.infer<typeof ProviderTest>;
