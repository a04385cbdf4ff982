import type { Deps } from "../../deps";
import { checkAttempt } from "../online/attempt-actions";
import { markLinkOpened } from "./link-actions";
import type { PayPage } from "./link-contract";
import { linkOfToken, newestAttempt, readPayPage } from "./link-queries";

/** How long to wait between two checks of a payment in progress. */
const CHECK_INTERVAL_MS = 3_000;
/** How long the page waits for the provider's answer. After that it checks again. */
const ANSWER_TIMEOUT_MS = 2_000;

/**
 * Opens the page of a link, after checking a payment in progress at the provider. Throws 404 if the link doesn't exist.
 */
export async function openPayPage(deps: Deps, token: string): Promise<PayPage> {
  const link = linkOfToken(deps, token);
  await markLinkOpened(deps, link);
  const attempt = newestAttempt(deps.db, link.id);
  const isInProgress = attempt?.state === "open" || attempt?.state === "starting";
  if (attempt && isInProgress && (attempt.checkedAt ?? 0) <= deps.now() - CHECK_INTERVAL_MS) {
    const providerCheck = checkAttempt(deps, attempt.id).catch((error: unknown) =>
      deps.log.warning("A payment could not be checked: {reason}", {
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
    await Promise.race([providerCheck, Bun.sleep(ANSWER_TIMEOUT_MS)]);
  }
  return readPayPage(deps, linkOfToken(deps, token));
}
