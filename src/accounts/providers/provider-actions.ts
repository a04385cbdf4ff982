/** Sends people to a sign-in provider and handles their return, which starts a session or links an account. */
import { and, eq, isNull } from "drizzle-orm";
import {
  providerAttempts,
  riderIdentities,
  riders,
  type StoredRider,
} from "../../../db/schema/accounts";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken, newToken } from "../../process/keys";
import { authorizationUrl } from "./arctic";
import type { Requester } from "../codes/code-actions";
import { insertIdentity, notifyOfIdentity } from "./identity-actions";
import { hasCompleteName } from "../name-rules";
import type { Provider, ProviderFault } from "./provider-contract";
import { discoverProvider } from "./provider-discovery";
import { errorOf, verifyIdentity } from "./provider-exchange";
import { findAttempt, findIdentity, identitiesOf } from "./provider-queries";
import { ProviderRefusal } from "./provider-refusal";
import {
  ATTEMPT_LIFETIME_MS,
  type Names,
  type VerifiedIdentity,
  riderToSignIn,
} from "./provider-rules";
import { type ProviderSettings, providerSettings } from "./provider-settings";
import { findRider, findRiderByContact } from "../sign-in/rider-queries";
import type { Session } from "../sessions/session-queries";
import {
  announceEndedSessions,
  beginSession,
  createRider,
  recordSignIn,
  type SignInResult,
} from "../sign-in/sign-in-session-actions";
import { insertRow, updateRow } from "../../../db/rows";

/** The values that the provider returns with the state. */
export type ProviderAnswer = {
  code: string | null;
  error: string | null;
  /** The issuer that the answer itself names (RFC 9207). */
  issuer: string | null;
  /** Sent by the browser, not by the provider, so it is used for names only. */
  names: Names | null;
};

/** How a sign-in by a provider ended. `isLinking` tells on which screen it began. */
type ProviderOutcome =
  | { fault: ProviderFault; isLinking: boolean }
  | { signedIn: SignInResult; profileComplete: boolean }
  | { linked: true };

const STATE_PATTERN = /^[\w-]{43}$/;

/**
 * Returns the provider's page to which the browser must go, with state, nonce and PKCE. With a session, the account
 * chosen there is linked to its rider; without one, it signs in. Throws `identity.not_offered`, and `ProviderRefusal`
 * if the provider cannot be reached.
 */
export async function startProviderSignIn(
  deps: Deps,
  provider: Provider,
  browser: string,
  linkingSession: Session | null,
): Promise<URL> {
  const settings = providerSettings(deps, provider);
  if (!settings) throw new AppError("identity.not_offered");
  const discovery = await discoverProvider(deps, settings);
  const state = newToken();
  const now = deps.now();
  await deps.write((tx) => {
    insertRow(tx, providerAttempts, {
      id: Bun.randomUUIDv7(),
      stateHash: hashToken(state),
      provider,
      browserHash: hashToken(browser),
      riderId: linkingSession?.accountId ?? null,
      sessionId: linkingSession?.id ?? null,
      createdAt: now,
      expiresAt: now + ATTEMPT_LIFETIME_MS,
    });
  });
  const { nonce, verifier } = secretsOf(deps, state);
  const url = authorizationUrl(settings, discovery.authorization_endpoint, { state, verifier });
  url.searchParams.set("nonce", nonce);
  if (settings.usesFormPost) url.searchParams.set("response_mode", "form_post");
  return url;
}

/**
 * Stores the answer that a provider's page posted, until the browser requests it with its cookies, which browsers do
 * not send with a POST from another site. Only the first answer to a state is stored. This signs nobody in.
 */
export async function storeProviderAnswer(
  deps: Deps,
  provider: Provider,
  state: string,
  answer: ProviderAnswer,
): Promise<void> {
  if (!STATE_PATTERN.test(state)) return;
  const sealed = deps.keys.encrypt(JSON.stringify(answer));
  await deps.write((tx) => {
    tx.update(providerAttempts)
      .set({ answer: sealed })
      .where(
        and(
          eq(providerAttempts.stateHash, hashToken(state)),
          eq(providerAttempts.provider, provider),
          isNull(providerAttempts.answer),
          isNull(providerAttempts.usedAt),
        ),
      )
      .run();
  });
}

/**
 * Completes a sign-in by a provider: once for each state, within 10 minutes, in the browser that started it.
 * `postedAnswer` is the answer in the request itself, or null if it was posted before (`storeProviderAnswer`). A
 * refusal is returned as a result, and its reason is logged.
 */
export async function finishProviderSignIn(
  deps: Deps,
  provider: Provider,
  state: string,
  postedAnswer: ProviderAnswer | null,
  requester: Requester,
  session: Session | null,
): Promise<ProviderOutcome> {
  const attempt = await consumeAttempt(deps, provider, state);
  const isLinking = attempt ? attempt.riderId !== null : session !== null;
  try {
    if (!attempt?.isUnexpired)
      throw new ProviderRefusal("expired", "The sign-in state is unknown or was already used.");
    if (requester.browser === "" || attempt.browserHash !== hashToken(requester.browser))
      throw new ProviderRefusal(
        "other_browser",
        "The provider's answer came back in another browser.",
      );
    if (isLinking && (session?.id !== attempt.sessionId || session?.accountId !== attempt.riderId))
      throw new ProviderRefusal("signed_out", "The session that started linking has ended.");
    const settings = providerSettings(deps, provider);
    if (!settings) throw new ProviderRefusal("failed", "The provider is not offered any more.");
    const answer = postedAnswer ?? unsealAnswer(deps, attempt.answer);
    const verified = await verifySignIn(deps, settings, state, answer);
    if (attempt.riderId) return await link(deps, settings, attempt.riderId, verified);
    return await signIn(deps, settings, verified, requester);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    if (error.fault !== "cancelled")
      deps.log.warning("A sign-in with {provider} was refused: {reason}", {
        provider,
        reason: error.reason,
      });
    return { fault: error.fault, isLinking };
  }
}

/** Nonce and PKCE verifier are derived from the state and never stored. */
function secretsOf(deps: Deps, state: string): { nonce: string; verifier: string } {
  return {
    nonce: deps.keys.sign("provider", `nonce ${state}`),
    verifier: deps.keys.sign("provider", `verifier ${state}`),
  };
}

/** Returns the attempt of a state, which this call uses up whatever happens; null if it is unknown. */
async function consumeAttempt(deps: Deps, provider: Provider, state: string) {
  if (!STATE_PATTERN.test(state)) return null;
  const now = deps.now();
  return deps.write((tx) => {
    const attempt = findAttempt(tx, hashToken(state));
    if (attempt?.provider !== provider) return null;
    const { usedAt, createdAt, expiresAt } = attempt;
    if (usedAt === null) updateRow(tx, providerAttempts, attempt.id, { usedAt: now, answer: null });
    return { ...attempt, isUnexpired: usedAt === null && createdAt <= now && now < expiresAt };
  });
}

function unsealAnswer(deps: Deps, sealed: string | null): ProviderAnswer {
  if (sealed === null)
    throw new ProviderRefusal("refused", "No answer is stored for this sign-in state.");
  return JSON.parse(deps.keys.decrypt(sealed)) as ProviderAnswer;
}

async function verifySignIn(
  deps: Deps,
  settings: ProviderSettings,
  state: string,
  answer: ProviderAnswer,
): Promise<VerifiedIdentity> {
  const { code, error, issuer, names } = answer;
  const CANCELLED_CODES = ["access_denied", "user_cancelled_authorize"];
  if (error && CANCELLED_CODES.includes(error)) throw new ProviderRefusal("cancelled", error);
  if (error)
    throw new ProviderRefusal(
      "refused",
      `The provider answered with the error ${errorOf(answer)}.`,
    );
  if (!code) throw new ProviderRefusal("refused", "The provider sent no authorization code.");
  const discovery = await discoverProvider(deps, settings);
  const sendsIssuer = discovery.authorization_response_iss_parameter_supported === true;
  if (issuer === null ? sendsIssuer : issuer !== discovery.issuer)
    throw new ProviderRefusal("refused", "The provider's answer names another issuer.");
  const verified = await verifyIdentity(deps, settings, discovery, {
    code,
    ...secretsOf(deps, state),
  });
  return names ? { ...verified, names } : verified;
}

async function signIn(
  deps: Deps,
  settings: ProviderSettings,
  verified: VerifiedIdentity,
  requester: Requester,
): Promise<ProviderOutcome> {
  const outcome = await deps.write((tx) => {
    const rider = findOrCreateRider(tx, deps, settings, verified, requester);
    if ("fault" in rider) return rider;
    recordSignIn(tx, deps, rider.id, settings.provider, requester);
    return {
      signedIn: beginSession(tx, deps, "rider", rider.id, requester),
      profileComplete: hasCompleteName(rider),
    };
  });
  if ("fault" in outcome) throw new ProviderRefusal(outcome.fault, outcome.reason);
  announceEndedSessions(deps, outcome.signedIn);
  return outcome;
}

/**
 * Returns the rider whom the identity signs in. At the first sign-in, links the identity to the rider who has its
 * e-mail address, or to a new rider.
 */
function findOrCreateRider(
  tx: Tx,
  deps: Deps,
  settings: ProviderSettings,
  verified: VerifiedIdentity,
  requester: Requester,
) {
  const now = deps.now();
  const owner = findIdentity(tx, verified.issuer, verified.subject);
  const contact = verified.email ? ({ type: "email", value: verified.email } as const) : null;
  const holder = contact && findRiderByContact(tx, contact);
  const decision = riderToSignIn(
    verified.email,
    owner?.riderId ?? null,
    holder
      ? {
          riderId: holder.id,
          hasOtherIdentity: identitiesOf(tx, holder.id).some(
            ({ issuer }) => issuer === verified.issuer,
          ),
        }
      : null,
  );
  if ("fault" in decision) return decision;
  if ("sign_in" in decision) {
    if (owner)
      updateRow(tx, riderIdentities, owner.id, {
        lastUsedAt: now,
        ...(verified.email && { email: verified.email }),
      });
    return fillRiderName(tx, deps, decision.sign_in, verified.names);
  }
  if (!contact) throw new Error("An account needs an e-mail address or a phone number.");
  const rider = holder ?? createRider(tx, contact, requester, now);
  insertIdentity(tx, rider.id, settings.provider, verified, now);
  if (holder) notifyOfIdentity(tx, deps, holder, settings.provider, "linked");
  return fillRiderName(tx, deps, rider.id, verified.names);
}

/** Stores the names from the provider that the rider does not have yet, and returns the rider. */
function fillRiderName(tx: Tx, deps: Deps, riderId: string, names: Names): StoredRider {
  const rider = findRider(tx, riderId);
  if (!rider) throw new Error("The linked Google or Apple account has no rider.");
  const firstName = rider.firstName ?? names.firstName;
  const lastName = rider.hasOneName ? null : (rider.lastName ?? names.lastName);
  if (firstName === rider.firstName && lastName === rider.lastName) return rider;
  updateRow(tx, riders, riderId, { firstName, lastName, updatedAt: deps.now() });
  return { ...rider, firstName, lastName };
}

async function link(
  deps: Deps,
  settings: ProviderSettings,
  riderId: string,
  verified: VerifiedIdentity,
): Promise<ProviderOutcome> {
  const fault = await deps.write((tx): ProviderFault | null => {
    const rider = findRider(tx, riderId);
    if (!rider) return "signed_out";
    const owner = findIdentity(tx, verified.issuer, verified.subject);
    if (owner) return owner.riderId === riderId ? null : "taken";
    if (identitiesOf(tx, riderId).some(({ issuer }) => issuer === verified.issuer))
      return "other_account";
    insertIdentity(tx, riderId, settings.provider, verified, deps.now());
    notifyOfIdentity(tx, deps, rider, settings.provider, "linked");
    return null;
  });
  if (fault) throw new ProviderRefusal(fault, "The account cannot be linked to this rider.");
  return { linked: true };
}
