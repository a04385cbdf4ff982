/**
 * Decides whom a provider's answer identifies, and which account that is.
 *
 * An answer is valid if issuer, audience, nonce and time are exactly ours (OpenID Connect Core, 3.1.3.7) and the e-mail
 * address, if there is one, is confirmed. Accounts are identified by issuer and subject, never by e-mail. A confirmed
 * e-mail address leads to the rider who confirmed the same address here, unless that rider already has another account
 * of the provider. The last sign-in method of an account is never removed. Values that the browser sends are used for
 * names only.
 */
import { z } from "zod";
import type { ProviderFault } from "./provider-contract";
import { normalizeName, personNameError, readEmail } from "../rules";

/** The time between the start of a sign-in and the provider's answer. */
export const ATTEMPT_LIFETIME_MS = 10 * 60_000;
/** How far the provider's clock may differ from ours. */
const CLOCK_SKEW_MS = 60_000;
/** A sign-in takes at most 10 minutes, so a valid token is not older, apart from differing clocks. */
const MAX_TOKEN_AGE_MS = ATTEMPT_LIFETIME_MS + CLOCK_SKEW_MS;

const Claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  aud: z.union([z.string(), z.array(z.string()).min(1).max(10)]),
  azp: z.string().optional(),
  exp: z.number(),
  iat: z.number(),
  nbf: z.number().optional(),
  nonce: z.string(),
  at_hash: z.string().optional(),
  email: z.string().max(320).optional(),
  // Apple sometimes sends it as text.
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  given_name: z.unknown().optional(),
  family_name: z.unknown().optional(),
});

/** The verified facts about the person who signed in at the provider. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  /** Confirmed by the provider, in the stored form of riders' contacts. */
  email: string | null;
  names: Names;
}

export interface Names {
  firstName: string | null;
  lastName: string | null;
}

type Refusal = { fault: ProviderFault; reason: string };

/**
 * Returns what the claims of an ID token with a valid signature prove. `accessTokenHash` is the left half of the access
 * token's SHA-256, base64url, null without an access token. `now` is in ms.
 */
export function readClaims(
  payload: unknown,
  expected: {
    issuer: string;
    clientId: string;
    nonce: string;
    accessTokenHash: string | null;
    now: number;
  },
): VerifiedIdentity | Refusal {
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join(".")))];
    return refusalOf(`its claims are not right: ${names.join(", ")}`);
  }
  const claims = parsed.data;
  const { now } = expected;
  if (claims.iss !== expected.issuer) return refusalOf("it has another issuer");
  const audience = [claims.aud].flat();
  if (audience.length !== 1 || audience[0] !== expected.clientId)
    return refusalOf("it is for another audience");
  if (claims.azp !== undefined && claims.azp !== expected.clientId)
    return refusalOf("it was made for another client");
  if (claims.nonce !== expected.nonce) return refusalOf("its nonce is not ours");
  if (claims.exp * 1000 + CLOCK_SKEW_MS <= now) return refusalOf("it has expired");
  if (claims.iat * 1000 - CLOCK_SKEW_MS > now) return refusalOf("it comes from the future");
  if (claims.iat * 1000 + MAX_TOKEN_AGE_MS < now) return refusalOf("it is older than the question");
  if (claims.nbf !== undefined && claims.nbf * 1000 - CLOCK_SKEW_MS > now)
    return refusalOf("it does not count yet");
  if (claims.at_hash !== undefined && claims.at_hash !== expected.accessTokenHash)
    return refusalOf("it belongs to another access token");

  const email = claims.email === undefined ? null : readEmail(claims.email);
  const isConfirmed = claims.email_verified === true || claims.email_verified === "true";
  if (claims.email !== undefined && !isConfirmed)
    return { fault: "unverified", reason: "its e-mail address is not confirmed" };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    names: readNames(claims.given_name, claims.family_name),
  };
}

const AppleUser = z.object({
  name: z.object({ firstName: z.unknown().optional(), lastName: z.unknown().optional() }),
});

/**
 * Reads the names from the field `user`, which Apple's page sends through the browser with the first sign-in. Anybody
 * could have written it, so nothing else of it is read.
 */
export function readAppleNames(text: string | undefined): Names {
  if (!text || text.length > 4_096) return noNames;
  try {
    const parsed = AppleUser.safeParse(JSON.parse(text));
    return parsed.success
      ? readNames(parsed.data.name.firstName, parsed.data.name.lastName)
      : noNames;
  } catch {
    return noNames;
  }
}

const noNames: Names = { firstName: null, lastName: null };

function readNames(first: unknown, last: unknown): Names {
  const read = (name: unknown) =>
    typeof name === "string" && personNameError("name", name) === null ? normalizeName(name) : null;
  return { firstName: read(first), lastName: read(last) };
}

/**
 * Decides which rider a verified identity signs in. `owner` is the rider who has the identity, `holder` the rider who
 * has confirmed its e-mail address.
 */
export function riderToSignIn(
  email: string | null,
  owner: string | null,
  holder: { riderId: string; hasOtherIdentity: boolean } | null,
): { sign_in: string } | { link: string } | { create: true } | Refusal {
  if (owner) return { sign_in: owner };
  if (!email) return { fault: "unverified", reason: "it has no e-mail address" };
  if (!holder) return { create: true };
  if (holder.hasOtherIdentity)
    return { fault: "other_account", reason: "the rider has another account of this provider" };
  return { link: holder.riderId };
}

/** Returns whether an identity can be removed: another sign-in method must remain. */
export function canUnlink(remaining: {
  email: string | null;
  phone: string | null;
  otherIdentities: number;
}): boolean {
  return remaining.email !== null || remaining.phone !== null || remaining.otherIdentities > 0;
}

function refusalOf(reason: string): Refusal {
  return { fault: "refused", reason: `The ID token is not valid: ${reason}.` };
}
