/** Turns a code into a verified identity, by the provider's token endpoint, its keys and our checks. */
import type { Deps } from "../../deps";
import { readTokens } from "./arctic";
import { readIdToken } from "./id-token";
import { type Discovery, signingKeys } from "./provider-discovery";
import { callProvider } from "./provider-fetch";
import { ProviderRefusal } from "./provider-refusal";
import { type VerifiedIdentity, readClaims } from "./provider-rules";
import type { ProviderSettings } from "./provider-settings";

/**
 * Verifies the identity behind a code. Throws `ProviderRefusal` if something is wrong with the answer or the provider.
 */
export async function verifyIdentity(
  deps: Deps,
  settings: ProviderSettings,
  discovery: Discovery,
  attempt: { code: string; verifier: string; nonce: string },
): Promise<VerifiedIdentity> {
  const { idToken, accessToken } = await exchangeCode(deps, settings, discovery, attempt);
  const claims = await readIdToken(idToken, (mustRefetch) =>
    signingKeys(deps, settings, discovery, mustRefetch),
  );
  const verified = readClaims(claims, {
    issuer: discovery.issuer,
    clientId: settings.clientId,
    nonce: attempt.nonce,
    accessTokenHash: accessToken === null ? null : accessTokenHash(accessToken),
    now: deps.now(),
  });
  if ("fault" in verified) throw new ProviderRefusal(verified.fault, verified.reason);
  return verified;
}

async function exchangeCode(
  deps: Deps,
  settings: ProviderSettings,
  discovery: Discovery,
  { code, verifier }: { code: string; verifier: string },
) {
  const { clientId, redirectUri } = settings;
  const secret = settings.clientSecret(deps.now());
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const methods = discovery.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const usesBasicAuth = !settings.sendsSecretInBody && methods.includes("client_secret_basic");
  if (!usesBasicAuth) {
    body.set("client_id", clientId);
    body.set("client_secret", secret);
  }
  const { ok, answer } = await callProvider(discovery.token_endpoint, {
    body,
    authorization: usesBasicAuth ? basicCredentials(clientId, secret) : null,
  });
  if (!ok) {
    const error = errorOf(answer);
    // This is the operator's mistake, which the person cannot correct.
    const fault = error === "invalid_client" ? "failed" : "refused";
    throw new ProviderRefusal(fault, `The token endpoint answered "${error}".`);
  }
  try {
    return readTokens(answer);
  } catch {
    throw new ProviderRefusal("refused", "The token endpoint returned no ID token.");
  }
}

/** Returns the `Basic` header. By RFC 6749, 2.3.1, both parts are form-encoded first. */
function basicCredentials(clientId: string, secret: string): string {
  const text = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`;
  return `Basic ${Buffer.from(text).toString("base64")}`;
}

/** Returns the error's code if it is safe to log, else "unknown". */
export function errorOf(answer: object): string {
  const error = "error" in answer ? answer.error : null;
  return typeof error === "string" && /^[\w.-]{1,60}$/.test(error) ? error : "unknown";
}

/** Returns the left half of the SHA-256 hash, as OpenID Connect Core, 3.1.3.6, requires for both algorithms. */
function accessTokenHash(accessToken: string): string {
  const hash = new Bun.CryptoHasher("sha256").update(accessToken).digest();
  return hash.subarray(0, 16).toString("base64url");
}
