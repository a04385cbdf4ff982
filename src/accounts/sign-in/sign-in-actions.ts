/** Signs riders and drivers in by a code or a one-tap link, and starts their session. */
import { and, eq, gt, isNull } from "drizzle-orm";
import { sign } from "hono/jwt";
import { codes, sessions } from "../../../db/schema/accounts";
import { drivers, type StoredDriver } from "../../../db/schema/drivers";
import { updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { hashToken } from "../../process/keys";
import {
  type Requester,
  countCodeRequest,
  isReachable,
  requireReachableContact,
  mayRevealAccount,
  sendCode,
  checkGuess,
} from "../codes/code-actions";
import { codeOfLink } from "../codes/code-queries";
import { ACCOUNT_TOKEN_LIFETIME_MS } from "../codes/code-rules";
import { confirmContact } from "../contact-actions";
import type {
  DriverSendCodeAnswer,
  Language,
  SendCode,
  SendCodeAnswer,
  SignInLinkAnswer,
  VerifyCode,
} from "../contract";
import { findDriverByContact } from "./driver-queries";
import { hasCompleteName } from "../name-rules";
import { callingCode } from "../phones/phone-country";
import { findRider, findRiderByContact, toRider } from "./rider-queries";
import { type Identifier, storedContact } from "../rules";
import { readCodeGuess, requireIdentifier } from "./sign-in-input";
import {
  announceEndedSessions,
  beginSession,
  createRider,
  recordSignIn,
  type SignInResult,
} from "./sign-in-session-actions";

/** Sends a rider's code or link. People without an account get one too, and using it creates their account. */
export async function sendRiderCode(
  deps: Deps,
  input: SendCode,
  requester: Requester,
): Promise<SendCodeAnswer> {
  const identifier = requireIdentifier(deps, input);
  requireReachableContact(deps, identifier);
  return deps.write((tx) => {
    const rider = findRiderByContact(tx, identifier) ?? null;
    const canRevealAccount = mayRevealAccount(tx, deps, identifier, requester.address);
    countCodeRequest(tx, deps, identifier, requester.address, true);
    sendCode(
      tx,
      deps,
      { audience: "rider", purpose: "sign_in", identifier, account: rider },
      requester,
    );
    return toSendCodeAnswer(identifier, input, {
      exist: canRevealAccount && rider !== null,
      username: canRevealAccount ? (rider?.firstName ?? null) : null,
    });
  });
}

/**
 * Sends a driver's code or link. Throws 404 if the contact belongs to no driver; the request is counted all the same.
 */
export async function sendDriverCode(
  deps: Deps,
  input: SendCode,
  requester: Requester,
): Promise<DriverSendCodeAnswer> {
  const identifier = requireIdentifier(deps, input);
  const answer = await deps.write((tx) => {
    const driver = findDriverByContact(tx, identifier) ?? null;
    const isContactReachable = isReachable(deps, identifier);
    const canRevealAccount = mayRevealAccount(tx, deps, identifier, requester.address);
    countCodeRequest(
      tx,
      deps,
      identifier,
      requester.address,
      driver !== null && isContactReachable,
    );
    // Throws only after the commit, so that the request stays counted.
    if (!driver) return "unknown";
    if (!isContactReachable) return "unreachable";
    const request = {
      audience: "driver",
      purpose: "sign_in",
      identifier,
      account: driver,
    } as const;
    sendCode(tx, deps, request, requester);
    const username = canRevealAccount ? driver.firstName : null;
    return { ...toSendCodeAnswer(identifier, input, { exist: true, username }), username };
  });
  if (answer === "unknown") throw new AppError("driver.unknown");
  if (answer === "unreachable") throw new AppError("code.sms_country");
  return answer;
}

/** Signs a rider in by a code, and creates an account for a new contact. Throws 401 for any wrong guess. */
export async function signInRider(deps: Deps, input: VerifyCode, requester: Requester) {
  const { identifier, guess } = readCodeGuess(deps, input);
  const outcome = await deps.write((tx) => {
    const account = findRiderByContact(tx, identifier) ?? null;
    const request = { audience: "rider", purpose: "sign_in", identifier, account } as const;
    if (!checkGuess(tx, deps, request, requester, guess)) return null;
    const rider = account ?? createRider(tx, identifier, requester, deps.now());
    recordSignIn(tx, deps, rider.id, identifier.type, requester);
    return {
      rider: toRider(deps, rider),
      signedIn: beginSession(tx, deps, "rider", rider.id, requester),
    };
  });
  if (!outcome) throw new AppError("code.refused");
  announceEndedSessions(deps, outcome.signedIn);
  return { ...outcome, token: await signAccountToken(deps, "rider", outcome.rider.id) };
}

/**
 * Signs a driver in by a code. Throws 401 for any wrong guess, and 403 if the code is correct but the driver is
 * suspended.
 */
export async function signInDriver(deps: Deps, input: VerifyCode, requester: Requester) {
  const { identifier, guess } = readCodeGuess(deps, input);
  const signedIn = await deps.write((tx) => {
    const driver = findDriverByContact(tx, identifier) ?? null;
    const request = {
      audience: "driver",
      purpose: "sign_in",
      identifier,
      account: driver,
    } as const;
    if (!checkGuess(tx, deps, request, requester, guess) || !driver) return null;
    if (driver.state === "suspended") return "suspended";
    return beginDriverSession(tx, deps, driver, requester);
  });
  if (!signedIn) throw new AppError("code.refused");
  if (signedIn === "suspended") throw new AppError("driver.suspended");
  announceEndedSessions(deps, signedIn);
  return { signedIn, token: await signAccountToken(deps, "driver", signedIn.accountId) };
}

/**
 * Uses a one-tap link, once. It works in any browser, because 128 bits cannot be guessed. A link that confirms a new
 * contact works only in the browser and the session that requested it. Throws 401 for any other link.
 */
export async function signInByLink(
  deps: Deps,
  linkToken: string,
  requesterOf: (audience: "rider" | "driver") => Requester,
): Promise<SignInLinkAnswer & { signedIn: SignInResult | null }> {
  const now = deps.now();
  const outcome = await deps.write((tx) => {
    const code = codeOfLink(tx, linkToken);
    if (!code || code.usedAt !== null || now >= code.expiresAt || code.createdAt > now) return null;
    if (code.audience === "admin") return null;
    const identifier = storedContact(code.identifier);
    const requester = requesterOf(code.audience);
    if (code.purpose === "contact") {
      if (!code.accountId || code.browserHash !== hashToken(requester.browser)) return null;
      if (riderOfSession(tx, requester.session, now) !== code.accountId) return null;
    }
    tx.update(codes)
      .set({ usedAt: now })
      .where(and(eq(codes.id, code.id), isNull(codes.usedAt)))
      .run();
    if (code.audience === "driver") {
      const driver = findDriverByContact(tx, identifier);
      if (!driver) return null;
      if (driver.state === "suspended") return "suspended";
      return {
        audience: "driver" as const,
        accountId: driver.id,
        profileComplete: true,
        signedIn: beginDriverSession(tx, deps, driver, requester),
      };
    }
    if (code.purpose === "contact") {
      const rider = findRider(tx, code.accountId ?? "");
      const changedRider = rider && confirmContact(tx, deps, rider, identifier);
      if (!changedRider) return null;
      if (changedRider === "taken") return "taken";
      return {
        audience: "rider" as const,
        accountId: changedRider.id,
        profileComplete: hasCompleteName(changedRider),
        signedIn: null,
      };
    }
    const rider = findRiderByContact(tx, identifier) ?? createRider(tx, identifier, requester, now);
    recordSignIn(tx, deps, rider.id, "link", requester);
    return {
      audience: "rider" as const,
      accountId: rider.id,
      profileComplete: hasCompleteName(rider),
      signedIn: beginSession(tx, deps, "rider", rider.id, requester),
    };
  });
  if (!outcome) throw new AppError("link.refused");
  if (outcome === "suspended") throw new AppError("driver.suspended");
  if (outcome === "taken") throw new AppError("contact.taken");
  if (outcome.signedIn) announceEndedSessions(deps, outcome.signedIn);
  return {
    audience: outcome.audience,
    profileComplete: outcome.profileComplete,
    token: await signAccountToken(deps, outcome.audience, outcome.accountId),
    signedIn: outcome.signedIn,
  };
}

/** Starts a driver's session. The first one sets their language to the language that the browser requests. */
function beginDriverSession(
  tx: Tx,
  deps: Deps,
  driver: StoredDriver,
  requester: Requester,
): SignInResult {
  if (driver.language === null) updateRow(tx, drivers, driver.id, { language: requester.language });
  return beginSession(tx, deps, "driver", driver.id, requester);
}

/** Saves the language that a driver chose for their pages and messages. */
export async function changeDriverLanguage(
  deps: Deps,
  driverId: string,
  language: Language,
): Promise<void> {
  await deps.write((tx) => updateRow(tx, drivers, driverId, { language }));
}

/** Returns a signed text that identifies the account to the client for 15 minutes. It gives no access here. */
function signAccountToken(
  deps: Deps,
  role: "rider" | "driver",
  accountId: string,
): Promise<string> {
  const exp = Math.floor((deps.now() + ACCOUNT_TOKEN_LIFETIME_MS) / 1000);
  return sign({ sub: accountId, role, exp }, deps.keys.tokenSecret, "HS256");
}

function toSendCodeAnswer(
  identifier: Identifier,
  input: SendCode,
  account: { exist: boolean; username: string | null },
): SendCodeAnswer {
  const isEmail = identifier.type === "email";
  const typedCallingCode = input.code?.replace(/\D/g, "") || null;
  return {
    usercontact: identifier.value,
    newuser: {
      identifier: identifier.value,
      code: isEmail ? null : (callingCode(identifier.value) ?? typedCallingCode),
      ...account,
    },
    isEmail,
  };
}

function riderOfSession(tx: Tx, token: string | undefined, now: number): string | null {
  if (!token) return null;
  const session = tx
    .select({ accountId: sessions.accountId })
    .from(sessions)
    .where(
      and(
        eq(sessions.tokenHash, hashToken(token)),
        eq(sessions.audience, "rider"),
        gt(sessions.expiresAt, now),
      ),
    )
    .get();
  return session?.accountId ?? null;
}
