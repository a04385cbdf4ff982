import type { Deps } from "../../deps";
import { settleAttempt } from "../online/attempt-actions";
import { markLinkOpened } from "./link-actions";
import type { PayPage } from "./link-contract";
import { linkOfToken, newestAttempt, readPayPage } from "./link-queries";

/** A payment that waits is asked about at most so often, */
const CHECK_INTERVAL_MS = 3_000;
/** and the page does not wait longer for the answer: it looks again. */
const ANSWER_TIMEOUT_MS = 2_000;

/** A link as its page shows it, with what the provider says now of a payment that waits. 404 for none. */
export async function openPayPage(deps: Deps, token: string): Promise<PayPage> {
  const link = linkOfToken(deps, token);
  await markLinkOpened(deps, link);
  const attempt = newestAttempt(deps.db, link.id);
  const waits = attempt?.state === "open" || attempt?.state === "starting";
  if (attempt && waits && (attempt.checkedAt ?? 0) <= deps.now() - CHECK_INTERVAL_MS) {
    const settled = settleAttempt(deps, attempt.id).catch((error: unknown) =>
      deps.log.warning("A payment could not be checked: {reason}", {
        reason: error instanceof Error ? error.message : String(error),
      }),
    );
    await Promise.race([settled, Bun.sleep(ANSWER_TIMEOUT_MS)]);
  }
  return readPayPage(deps, linkOfToken(deps, token));
}
