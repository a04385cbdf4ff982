import { z } from "zod";

export const Provider = z.enum(["google", "apple"]);
export type Provider = z.infer<typeof Provider>;

/**
 * Why a sign-in with a provider failed. The login screen gets it as `notice`, the security screen as `fault`, each with
 * the provider.
 */
export const ProviderFault = z.enum([
  /** The person cancelled at the provider. */
  "cancelled",
  /** The state is unknown, already used, or older than 10 minutes. */
  "expired",
  /** The sign-in started in another browser. */
  "other_browser",
  /** The answer does not prove that it comes from the provider, is for us, and is current. */
  "refused",
  /** The provider sent no e-mail address, or one that it has not confirmed. */
  "unverified",
  /** The provider did not answer in time, or not in the expected format. */
  "unreachable",
  /** The rider with this e-mail address already has another account of this provider. */
  "other_account",
  /** When linking: the account belongs to another rider. */
  "taken",
  /** When linking: the session that requested it has ended. */
  "signed_out",
  "busy",
  "failed",
]);
export type ProviderFault = z.infer<typeof ProviderFault>;

export const Identity = z.object({
  id: z.string(),
  provider: Provider,
  /** The address that the provider reported last. It may differ from the rider's own. */
  email: z.string().nullable(),
  linkedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});
export type Identity = z.infer<typeof Identity>;

export const Identities = z.object({
  identities: z.array(Identity),
  /** The providers that this server offers. */
  offered: z.array(Provider),
});
export type Identities = z.infer<typeof Identities>;

export const LinkIdentity = z.object({ provider: Provider });
export type LinkIdentity = z.infer<typeof LinkIdentity>;

/** The address that the browser opens, as a whole page, to choose the account. */
export const LinkIdentityAnswer = z.object({ location: z.url() });
export type LinkIdentityAnswer = z.infer<typeof LinkIdentityAnswer>;

export const RecentSignIn = z.object({
  id: z.string(),
  /** The channel of the code, a one-tap link, or the provider. */
  method: z.enum(["email", "phone", "link", "google", "apple"]),
  userAgent: z.string(),
  /** ISO 3166 code by the network address; null if that is unknown. */
  country: z.string().nullable(),
  at: z.iso.datetime(),
});
export type RecentSignIn = z.infer<typeof RecentSignIn>;

export const RecentSignIns = z.object({ signIns: z.array(RecentSignIn) });
export type RecentSignIns = z.infer<typeof RecentSignIns>;
