/** The differences between the sign-in providers. Everything else is OpenID Connect. */
import { createPrivateKey, sign } from "node:crypto";
import type { Config } from "../../config";
import type { Deps } from "../../deps";
import { connectedConfig } from "../../settings/connections/connection-queries";
import type { Provider } from "./provider-contract";

export interface ProviderSettings {
  provider: Provider;
  issuer: string;
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  /** Whether the answer arrives by a POST from the provider's page. */
  usesFormPost: boolean;
  /** Whether the secret is sent in the form, even if the provider accepts other methods. */
  sendsSecretInBody: boolean;
  /** `now` in ms. */
  clientSecret: (now: number) => string;
}

/** Returns how a provider is connected; null if this server does not offer it. */
export function providerSettings(deps: Deps, provider: Provider): ProviderSettings | null {
  const config = connectedConfig(deps);
  const redirectUri = `${config.publicUrl}/backend/auth/${provider}/callback`;
  if (provider === "google") {
    const { google } = config;
    return (
      google && {
        provider,
        issuer: google.issuer,
        clientId: google.clientId,
        redirectUri,
        scopes: ["openid", "email", "profile"],
        usesFormPost: false,
        sendsSecretInBody: false,
        clientSecret: () => google.clientSecret,
      }
    );
  }
  const { apple } = config;
  return (
    apple && {
      provider,
      issuer: apple.issuer,
      clientId: apple.clientId,
      redirectUri,
      scopes: ["openid", "name", "email"],
      // Apple requires this if a name or an e-mail address is requested.
      usesFormPost: true,
      sendsSecretInBody: true,
      clientSecret: (now) => appleClientSecret(apple, now),
    }
  );
}

/** Returns the providers that this server offers. */
export function offeredProviders(deps: Deps): Provider[] {
  return (["google", "apple"] as const).filter((provider) => providerSettings(deps, provider));
}

/** Apple accepts a secret for at most half a year. Ours is made for each use. */
const APPLE_SECRET_LIFETIME_SECONDS = 300;

/** Returns the JWT that Apple accepts as the secret, signed with ES256 by the operator's key. */
function appleClientSecret(apple: NonNullable<Config["apple"]>, now: number): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const iat = Math.floor(now / 1000);
  const text = `${encode({ alg: "ES256", kid: apple.keyId, typ: "JWT" })}.${encode({
    iss: apple.teamId,
    iat,
    exp: iat + APPLE_SECRET_LIFETIME_SECONDS,
    aud: apple.issuer,
    sub: apple.clientId,
  })}`;
  const signature = sign("sha256", Buffer.from(text), {
    key: createPrivateKey(apple.privateKey),
    dsaEncoding: "ieee-p1363",
  });
  return `${text}.${signature.toString("base64url")}`;
}
