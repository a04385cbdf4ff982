/** Riders save cards on the provider's page and remove them; what was removed is forgotten there too. */
import { and, eq, lte, ne } from "drizzle-orm";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import { riders } from "../../../db/schema/accounts";
import { paymentAttempts } from "../../../db/schema/payment-links";
import { savedCards, type StoredCard } from "../../../db/schema/saved-cards";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { ProviderRefusal, ProviderNoAnswerError } from "../../payment-providers/provider";
import { requireOwnedRow } from "../../rows";
import { MAX_CARDS, connectedVault, readMyCards, cardRowsOfRider } from "./card-queries";

/** The provider's page expires after a day: a rider who has not typed a card by then has left it. */
const PAGE_LIFETIME_MS = 24 * 3_600_000;

/**
 * Opens the provider's page on which a rider saves a card. 409 for one too many, 422 where no card can be saved, 502
 * when the provider gives no answer.
 */
export async function openCardPage(deps: Deps, riderId: string): Promise<string> {
  const open = connectedVault(deps);
  if (!open) throw new AppError("payment.no_provider");
  if (readMyCards(deps, riderId).cards.length >= MAX_CARDS) throw new AppError("card.too_many");
  const id = crypto.randomUUID();
  const { isLive } = open;
  const row = { id, riderId, provider: "stripe", isLive, state: "opening", createdAt: deps.now() };
  await deps.write((tx) => insertRow(tx, savedCards, row as StoredCard));
  const email = findRow(deps.db, riders, { id: riderId })?.email ?? null;
  const returnUrl = `${deps.config.publicUrl}/profile/cards`;
  const { ref, url } = await open.vault.open({ id, email, returnUrl }).catch(throwProviderFailure);
  await deps.write((tx) => updateRow(tx, savedCards, id, { setupRef: ref }));
  return url;
}

function throwProviderFailure(error: unknown): never {
  if (error instanceof ProviderRefusal) throw new AppError("payment.refused");
  if (error instanceof ProviderNoAnswerError) throw new AppError("payment.no_answer");
  throw error;
}

/** Pages that are looked at while the rider waits, the newest; the hourly look asks about the others. */
const MAX_PAGES = 3;

/** Looks whether a rider has saved a card on a page that was opened. A provider that is silent is asked the next time. */
export async function syncSavedCards(deps: Deps, riderId: string): Promise<void> {
  const pages = cardRowsOfRider(deps, riderId).filter(({ state }) => state === "opening");
  for (const row of pages.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, MAX_PAGES))
    await finishSavingCard(deps, row).catch((error: unknown) => logWarning(deps, error));
}

async function finishSavingCard(deps: Deps, { id, setupRef, isLive }: StoredCard): Promise<void> {
  const open = connectedVault(deps);
  if (open?.isLive !== isLive || setupRef === null) return;
  const card = await open.vault.find(setupRef);
  if (!card) return;
  const { customer: customerRef, method: methodRef, brand, last4, expMonth, expYear } = card;
  const knownCard = { customerRef, methodRef, brand, last4, expMonth, expYear };
  await deps.write((tx) => {
    // One that was removed in the meantime stays so, and is forgotten by these names.
    const wasOpening = findRow(tx, savedCards, { id })?.state === "opening";
    updateRow(tx, savedCards, id, { ...knownCard, ...(wasOpening && { state: "saved" }) });
  });
}

/** Removes a rider's card: from then on nothing is charged to it. 404 for none of theirs. */
export async function removeCard(deps: Deps, riderId: string, id: string): Promise<void> {
  await deps.write((tx) => {
    const row = requireOwnedRow(findRow(tx, savedCards, { id }), { kind: "rider", id: riderId });
    if (row.state !== "saved") throw new AppError("request.not_found");
    updateRow(tx, savedCards, id, { state: "removed" });
  });
  await deleteRemovedCards(deps);
}

/**
 * Has the provider forget cards that were removed, and pages on which none was typed; their rows go once it has. One
 * that gives no answer is asked the next time.
 */
export async function deleteRemovedCards(deps: Deps): Promise<void> {
  const open = connectedVault(deps);
  const rows = deps.db
    .select()
    .from(savedCards)
    // As the partial index has it.
    .where(and(ne(savedCards.state, "saved"), lte(savedCards.createdAt, deps.now())))
    .all();
  for (const row of rows) {
    // Those of the test side are out of reach once the key is live.
    if (open?.isLive !== row.isLive || isBeingCharged(deps, row.id)) continue;
    try {
      if (row.state === "opening") await finishSavingCard(deps, row);
      const now = findRow(deps.db, savedCards, { id: row.id });
      if (!now || now.state === "saved") continue;
      if (now.state === "opening" && now.createdAt > deps.now() - PAGE_LIFETIME_MS) continue;
      await open.vault.forget({ setupRef: now.setupRef, customer: now.customerRef });
      await deps.write((tx) => tx.delete(savedCards).where(eq(savedCards.id, row.id)).run());
    } catch (error) {
      logWarning(deps, error);
    }
  }
}

/** Whether nobody knows yet what came of a charge: it is found by the card's owner at the provider. */
function isBeingCharged({ db }: Deps, cardId: string): boolean {
  return findRow(db, paymentAttempts, { cardId, state: "starting" }) !== undefined;
}

function logWarning(deps: Deps, error: unknown): void {
  deps.log.warning("A saved card could not be checked: {reason}", {
    reason: error instanceof Error ? error.message : String(error),
  });
}
