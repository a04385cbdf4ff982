/** Calls for sign-in by Google and Apple, and for the accounts there that are linked to a rider. */
import { createRouter } from "../../server/calls";
import { createMiddleware } from "hono/factory";
import { requesterOf, setSignInCookies, setRequesterCookie } from "../../server/cookies";
import { AppError } from "../../errors";
import {
  type AppContext,
  type Env,
  limitPerAddress,
  readBody,
  readSession,
} from "../../server/http";
import { Done } from "../contract";
import { requireLinkableIdentity, unlinkIdentity } from "./identity-actions";
import {
  finishProviderSignIn,
  storeProviderAnswer,
  type ProviderAnswer,
  startProviderSignIn,
} from "./provider-actions";
import {
  Identities,
  LinkIdentity,
  LinkIdentityAnswer,
  type Provider,
  type ProviderFault,
  RecentSignIns,
} from "./provider-contract";
import { listIdentities, listSignIns, riderSignInPath } from "./provider-queries";
import { ProviderRefusal } from "./provider-refusal";
import { readAppleNames } from "./provider-rules";
import { providerSettings } from "./provider-settings";

/** Enough for a code, a state and two names. */
const MAX_ANSWER_BYTES = 16 * 1024;

const setNoStore = (c: AppContext) => c.header("Cache-Control", "no-store");

/** Returns the address of the login screen, which explains the result in words. */
function loginScreenUrl(c: AppContext, notice: ProviderFault | "provider", provider?: Provider) {
  const search = new URLSearchParams({ notice, ...(provider && { provider }) });
  return `${riderSignInPath(c.var.deps)}?${search}`;
}

function redirectToLogin(c: AppContext, notice: ProviderFault | "provider", provider?: Provider) {
  setNoStore(c);
  return c.redirect(loginScreenUrl(c, notice, provider), 303);
}

function redirectToSecurity(c: AppContext, provider: Provider, fault?: ProviderFault) {
  setNoStore(c);
  const search = new URLSearchParams(fault ? { fault, provider } : { linked: provider });
  return c.redirect(`/profile/security?${search}`, 303);
}

/** People see these answers in the browser, so failures redirect to a screen with words instead of showing JSON. */
const redirectFailuresToLogin = (provider: Provider) =>
  createMiddleware<Env>(async (c, next) => {
    await next();
    if (!c.error) return;
    const code = c.error instanceof AppError ? c.error.code : "server.error";
    const faultsByCode = {
      "request.too_many": "busy",
      "server.busy": "busy",
      "server.error": "failed",
    };
    const fault = (faultsByCode as Record<string, ProviderFault>)[code];
    if (!fault) return;
    // Keeps the other headers of the previous answer.
    c.res = new Response(null, {
      status: 303,
      headers: { location: loginScreenUrl(c, fault, provider) },
    });
  });

/** Many riders may share a mobile network's address, and one sign-in takes up to three requests. */
const limit = limitPerAddress(600, 600);

async function start(c: AppContext, provider: Provider): Promise<Response> {
  setNoStore(c);
  const { deps } = c.var;
  if (!providerSettings(deps, provider)) return redirectToLogin(c, "provider");
  try {
    const { browser } = setRequesterCookie(c, "rider");
    return c.redirect((await startProviderSignIn(deps, provider, browser, null)).href, 302);
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    deps.log.warning("A sign-in with {provider} could not start: {reason}", {
      provider,
      reason: error.reason,
    });
    return redirectToLogin(c, error.fault, provider);
  }
}

/** Completes the sign-in. `isPosted` means that the provider's answer arrived earlier in a POST. */
async function finish(c: AppContext, provider: Provider, isPosted: boolean): Promise<Response> {
  setNoStore(c);
  const { deps } = c.var;
  if (!providerSettings(deps, provider)) return redirectToLogin(c, "provider");
  const query = new URL(c.req.url).searchParams;
  const session = readSession(c, "rider");
  const outcome = await finishProviderSignIn(
    deps,
    provider,
    singleValue(query, "state") ?? "",
    isPosted ? null : readAnswer(query),
    requesterOf(c, "rider"),
    session,
  );
  if ("linked" in outcome) return redirectToSecurity(c, provider);
  if ("fault" in outcome)
    // The login screen redirects signed-in users, so they would not see the fault there.
    return outcome.isLinking && session
      ? redirectToSecurity(c, provider, outcome.fault)
      : redirectToLogin(c, outcome.fault, provider);
  setSignInCookies(c, "rider", outcome.signedIn);
  return c.redirect(
    outcome.profileComplete ? "/booking" : `${riderSignInPath(deps)}/fillUserInfo`,
    303,
  );
}

/** Returns a parameter that is given exactly once, because with two it would be unclear which counts. */
function singleValue(query: URLSearchParams, name: string): string | null {
  const all = query.getAll(name);
  return all.length === 1 && all[0] ? all[0] : null;
}

function readAnswer(query: URLSearchParams): ProviderAnswer {
  const code = singleValue(query, "code");
  return {
    code: code !== null && code.length <= 4_096 ? code : null,
    error: singleValue(query, "error"),
    issuer: singleValue(query, "iss"),
    names: null,
  };
}

const startRedirects = {
  302: "Redirects to the provider, with state, PKCE and nonce.",
  303: "Redirects to the sign-in screen, because this server does not offer the provider or cannot reach it.",
};
const callbackRedirects = {
  303: "Redirects to booking or to profile completion after a sign-in, to the security screen after linking an account, or to a screen that says what went wrong.",
};
const providerCallOptions = (provider: Provider) => ({
  who: "public" as const,
  use: [redirectFailuresToLogin(provider), limit],
});

export const providerRoutes = createRouter("riders")
  .get(
    "/auth/google",
    "Signs in with Google",
    { ...providerCallOptions("google"), redirects: startRedirects },
    ({ c }) => start(c, "google"),
  )
  .get(
    "/auth/apple",
    "Signs in with Apple",
    { ...providerCallOptions("apple"), redirects: startRedirects },
    ({ c }) => start(c, "apple"),
  )
  .get(
    "/auth/google/callback",
    "Completes the sign-in when the browser comes back from the provider",
    { ...providerCallOptions("google"), redirects: callbackRedirects },
    ({ c }) => finish(c, "google", false),
  )
  .get(
    "/auth/apple/callback",
    "Completes the sign-in when the browser comes back from the provider",
    { ...providerCallOptions("apple"), redirects: callbackRedirects },
    ({ c }) => finish(c, "apple", true),
  )
  .post(
    "/auth/apple/callback",
    "Receives the answer that Apple's page posts. The browser then fetches the result",
    {
      ...providerCallOptions("apple"),
      redirects: {
        303: "Redirects to the same address with GET, so that the browser sends its cookies.",
      },
      refuses: ["request.wrong_type", "request.too_large", "request.malformed"],
    },
    async ({ c, deps }) => {
      setNoStore(c);
      if (!providerSettings(deps, "apple")) return redirectToLogin(c, "provider");
      const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
      if (type !== "application/x-www-form-urlencoded") throw new AppError("request.wrong_type");
      const body = await readBody(c.req.raw, MAX_ANSWER_BYTES);
      const form = new URLSearchParams(new TextDecoder().decode(body));
      const state = singleValue(form, "state") ?? "";
      const names = readAppleNames(singleValue(form, "user") ?? undefined);
      await storeProviderAnswer(deps, "apple", state, { ...readAnswer(form), names });
      return c.redirect(`/backend/auth/apple/callback?${new URLSearchParams({ state })}`, 303);
    },
  )
  .get(
    "/auth/identities",
    "Lists the Google and Apple accounts that the rider can sign in with",
    { who: "rider", answer: Identities },
    ({ deps, actor }) => listIdentities(deps, actor.id),
  )
  .post(
    "/auth/identities",
    "Starts linking a Google or Apple account. Needs a recent sign-in or code",
    {
      who: "rider",
      body: LinkIdentity,
      answer: LinkIdentityAnswer,
      refuses: [
        "identity.not_offered",
        "identity.already_linked",
        "account.confirm_first",
        "server.upstream",
      ],
      use: limit,
    },
    async ({ c, deps, session, body: { provider } }) => {
      requireLinkableIdentity(deps, session, provider);
      const { browser } = setRequesterCookie(c, "rider");
      try {
        const { href } = await startProviderSignIn(deps, provider, browser, session);
        return { location: href };
      } catch (error) {
        if (!(error instanceof ProviderRefusal)) throw error;
        deps.log.warning("Linking {provider} could not start: {reason}", {
          provider,
          reason: error.reason,
        });
        throw new AppError("server.upstream");
      }
    },
  )
  .delete(
    "/auth/identities/:id",
    "Unlinks a Google or Apple account",
    { who: "rider", answer: Done, refuses: ["identity.last_way"] },
    async ({ deps, actor, id }) => {
      await unlinkIdentity(deps, actor.id, id);
      return { message: "The account is unlinked." };
    },
  )
  .get(
    "/auth/sign-ins",
    "Lists the rider's sign-ins of the last 30 days",
    { who: "rider", answer: RecentSignIns },
    ({ deps, actor }) => listSignIns(deps, actor.id),
  );
