/** The token and the URL of a payment link. */
import type { Deps } from "../deps";
import type { Keys } from "../process/keys";

/** Returns the token of a link. It is derived from a key outside the database each time the link is sent. */
export function payTokenOf(keys: Keys, linkId: string): string {
  return keys.linkToken("payment", `link ${linkId}`);
}

/** Returns the URL of a link. */
export function payUrl(deps: Deps, linkId: string): string {
  return `${deps.config.publicUrl}/pay/${payTokenOf(deps.keys, linkId)}`;
}
