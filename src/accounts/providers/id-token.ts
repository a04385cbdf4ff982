/** Verifies signatures of ID tokens: only RS256 and ES256 (RFC 7515, RFC 7518). */
import { z } from "zod";
import type { Jwk } from "./provider-discovery";
import { ProviderRefusal } from "./provider-refusal";

const MAX_TOKEN_LENGTH = 16_384;
const MIN_RSA_BYTES = 256;

const Header = z.object({
  alg: z.enum(["RS256", "ES256"]),
  kid: z.string().optional(),
  // An extension that the reader must understand. None is supported.
  crit: z.never().optional(),
});
type Header = z.infer<typeof Header>;

/**
 * Returns the claims of a token that one of the provider's keys has signed. The claims themselves are not checked yet.
 * If no key fits, fetches the keys again, once. Throws `ProviderRefusal`.
 */
export async function readIdToken(
  token: string,
  keys: (mustRefetch: boolean) => Promise<Jwk[]>,
): Promise<unknown> {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token);
  if (!parts || token.length > MAX_TOKEN_LENGTH) throw refusal("it is no signed token");
  const [, head = "", body = "", encodedSignature = ""] = parts;
  const header = Header.safeParse(parseJsonPart(head));
  if (!header.success) throw refusal("its algorithm is not RS256 or ES256");
  const signedBytes = new TextEncoder().encode(`${head}.${body}`);
  const signature = Buffer.from(encodedSignature, "base64url");
  for (const mustRefetch of [false, true])
    for (const key of keysFor(await keys(mustRefetch), header.data))
      if (await isSignedBy(key, header.data.alg, signature, signedBytes))
        return parseJsonPart(body);
  throw refusal("none of the provider's keys has signed it");
}

function keysFor(keys: readonly Jwk[], { alg, kid }: Header): Jwk[] {
  return keys.filter(
    (key) =>
      key.kty === (alg === "RS256" ? "RSA" : "EC") &&
      (key.use === undefined || key.use === "sig") &&
      (key.alg === undefined || key.alg === alg) &&
      (kid === undefined || key.kid === kid),
  );
}

async function isSignedBy(
  key: Jwk,
  alg: Header["alg"],
  signature: Uint8Array<ArrayBuffer>,
  signedBytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { kty, n, e, crv, x, y } = key;
  if (alg === "RS256" && Buffer.from(n ?? "", "base64url").length < MIN_RSA_BYTES) return false;
  const algorithm =
    alg === "RS256"
      ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
      : { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  try {
    const keyMaterial = alg === "RS256" ? { kty, n, e } : { kty, crv, x, y };
    const importedKey = await crypto.subtle.importKey("jwk", keyMaterial, algorithm, false, [
      "verify",
    ]);
    return await crypto.subtle.verify(algorithm, importedKey, signature, signedBytes);
  } catch {
    // An invalid key verifies nothing, but another key may.
    return false;
  }
}

function parseJsonPart(part: string): unknown {
  try {
    const bytes = Buffer.from(part, "base64url");
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function refusal(reason: string): ProviderRefusal {
  return new ProviderRefusal("refused", `The ID token is not valid: ${reason}.`);
}
