/**
 * The only module that uses arctic. It uses arctic's generic client and none of its providers, whose endpoints are
 * fixed. Arctic's own token request follows redirects and has no timeout, so only its request and its parsing are used,
 * and `provider-fetch.ts` sends the request.
 */
type Arctic = typeof import("arctic");

let loaded: Arctic | undefined;

/** Returns the library, which is loaded for the first sign-in and not at start. */
function arctic(): Arctic {
  loaded ??= require("arctic") as Arctic;
  return loaded;
}

/** Returns the address where the person signs in, with state and PKCE (S256). */
export function authorizationUrl(
  client: { clientId: string; redirectUri: string; scopes: readonly string[] },
  endpoint: string,
  attempt: { state: string; verifier: string },
): URL {
  const { OAuth2Client, CodeChallengeMethod } = arctic();
  return new OAuth2Client(client.clientId, null, client.redirectUri).createAuthorizationURLWithPKCE(
    endpoint,
    attempt.state,
    CodeChallengeMethod.S256,
    attempt.verifier,
    [...client.scopes],
  );
}

/** Reads the tokens from a token endpoint's answer. Throws if there is no ID token. */
export function readTokens(answer: object): { idToken: string; accessToken: string | null } {
  const tokens = new (arctic().OAuth2Tokens)(answer);
  return {
    idToken: tokens.idToken(),
    accessToken: "access_token" in answer ? tokens.accessToken() : null,
  };
}
