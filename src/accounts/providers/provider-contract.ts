import { z } from "zod";

export const Provider = z.enum(["google", "apple"]);
export type Provider = z.infer<typeof Provider>;

/**
 * Why a sign-in with a provider failed. The login screen gets it as `notice`, the security
 * screen as `fault`, each with the provider beside it.
 */
export const ProviderFault = z.enum([
  /** The person turned back at the provider. */
  "cancelled",
  /** The state is unknown, was used, or is older than 10 minutes. */
  "expired",
  /** Another browser set out. */
  "other_browser",
  /** The answer does not prove that it comes from the provider, for us, now. */
  "refused",
  /** The provider names no e-mail address, or one it has not confirmed. */
  "unverified",
  /** The provider did not answer in time, or not in its own words. */
  "unreachable",
  /** The rider with this e-mail address already has another account of this provider. */
  "other_account",
  /** Linking: the account belongs to another rider. */
  "taken",
  /** Linking: the session that asked for it has ended. */
  "signed_out",
  "busy",
  "failed",
]);
export type ProviderFault = z.infer<typeof ProviderFault>;

export const Identity = z.object({
  id: z.string(),
  provider: Provider,
  /** As the provider told it last; it may differ from the rider's own. */
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

/** Where the browser goes to choose the account, as a whole page. */
export const LinkIdentityAnswer = z.object({ location: z.url() });
export type LinkIdentityAnswer = z.infer<typeof LinkIdentityAnswer>;

export const RecentSignIn = z.object({
  id: z.string(),
  /** The code's channel, a one-tap link, or the provider. */
  method: z.enum(["email", "phone", "link", "google", "apple"]),
  userAgent: z.string(),
  /** ISO 3166, by the network address; null where that does not tell. */
  country: z.string().nullable(),
  at: z.iso.datetime(),
});
export type RecentSignIn = z.infer<typeof RecentSignIn>;

export const RecentSignIns = z.object({ signIns: z.array(RecentSignIn) });
export type RecentSignIns = z.infer<typeof RecentSignIns>;
