/** The token and the address of a payment link. */
import type { Deps } from "../deps";
import type { Keys } from "../process/keys";

/** The token of a link: made again whenever it is sent, and of a key outside the database. */
export function payTokenOf(keys: Keys, linkId: string): string {
  return keys.linkToken("payment", `link ${linkId}`);
}

/** The address of a link. */
export function payUrl(deps: Deps, linkId: string): string {
  return `${deps.config.publicUrl}/pay/${payTokenOf(deps.keys, linkId)}`;
}
