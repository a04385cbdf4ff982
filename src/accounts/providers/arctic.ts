/**
 * The one place that knows arctic: its generic client, never one of its providers, whose endpoints
 * are written into it. Its own token request follows redirects and waits for ever, so only what it
 * sends and reads is used, and `provider-fetch.ts` carries it.
 */
type Arctic = typeof import("arctic");

let loaded: Arctic | undefined;

/** The library, loaded with the first sign-in and not at start. */
function arctic(): Arctic {
  loaded ??= require("arctic") as Arctic;
  return loaded;
}

/** Where the person signs in, with state and PKCE (S256). */
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

/** The tokens in a token endpoint's answer. Throws when there is no ID token. */
export function readTokens(answer: object): { idToken: string; accessToken: string | null } {
  const tokens = new (arctic().OAuth2Tokens)(answer);
  return {
    idToken: tokens.idToken(),
    accessToken: "access_token" in answer ? tokens.accessToken() : null,
  };
}
