/** Lets riders save cards on the provider's page and remove them. Removed cards are also deleted at the provider. */
import { and, eq, lte, ne } from "drizzle-orm";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import { riders } from "../../../db/schema/accounts";
import { paymentAttempts } from "../../../db/schema/payment-links";
import { savedCards, type StoredCard } from "../../../db/schema/saved-cards";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { ProviderRefusal, ProviderNoAnswerError } from "../../payment-providers/provider";
import { requireOwnedRow } from "../../rows";
import { cardsOfRider } from "../../reservations/prepaying/card-queries";
import { MAX_CARDS, connectedVault, readMyCards, cardRowsOfRider } from "./card-queries";

/** The lifetime of the provider's page. A rider who hasn't entered a card after a day has left it. */
const PAGE_LIFETIME_MS = 24 * 3_600_000;

/**
 * Opens the provider's page on which a rider saves a card. Throws 409 if the rider has too many cards, 422 if no card
 * can be saved, 502 if the provider doesn't answer.
 */
export async function openCardPage(deps: Deps, riderId: string): Promise<string> {
  const connection = connectedVault(deps);
  if (!connection) throw new AppError("payment.no_provider");
  if (readMyCards(deps, riderId).cards.length >= MAX_CARDS) throw new AppError("card.too_many");
  const id = crypto.randomUUID();
  const { isLive } = connection;
  const row = { id, riderId, provider: "stripe", isLive, state: "opening", createdAt: deps.now() };
  await deps.write((tx) => insertRow(tx, savedCards, row as StoredCard));
  const email = findRow(deps.db, riders, { id: riderId })?.email ?? null;
  const returnUrl = `${deps.config.publicUrl}/profile/cards`;
  const { ref, url } = await connection.vault
    .open({ id, email, returnUrl })
    .catch(throwProviderFailure);
  await deps.write((tx) => updateRow(tx, savedCards, id, { setupRef: ref }));
  return url;
}

function throwProviderFailure(error: unknown): never {
  if (error instanceof ProviderRefusal) throw new AppError("payment.refused");
  if (error instanceof ProviderNoAnswerError) throw new AppError("payment.no_answer");
  throw error;
}

/** How many pages, newest first, are checked while the rider waits. The hourly check covers the others. */
const MAX_CHECKED_PAGES = 3;

/**
 * Checks whether a rider has saved a card on an open page. A card beyond the maximum is removed again. If the provider
 * doesn't answer, it is asked the next time.
 */
export async function syncSavedCards(deps: Deps, riderId: string): Promise<void> {
  const pages = cardRowsOfRider(deps, riderId).filter(({ state }) => state === "opening");
  for (const row of pages.toSorted((a, b) => b.createdAt - a.createdAt).slice(0, MAX_CHECKED_PAGES))
    await finishSavingCard(deps, row).catch((error: unknown) => logWarning(deps, error));
}

async function finishSavingCard(deps: Deps, { id, setupRef, isLive }: StoredCard): Promise<void> {
  const connection = connectedVault(deps);
  if (connection?.isLive !== isLive || setupRef === null) return;
  const card = await connection.vault.find(setupRef);
  if (!card) return;
  const { customer: customerRef, method: methodRef, brand, last4, expMonth, expYear } = card;
  const cardFields = { customerRef, methodRef, brand, last4, expMonth, expYear };
  await deps.write((tx) => {
    // A card that was removed in the meantime stays removed. With these ids it can be deleted at the provider.
    const { state, riderId } = findRow(tx, savedCards, { id }) ?? {};
    const hasRoom = !riderId || cardsOfRider({ ...deps, db: tx }, riderId).length < MAX_CARDS;
    const stateAfter = { state: hasRoom ? "saved" : "removed" } as const;
    updateRow(tx, savedCards, id, { ...cardFields, ...(state === "opening" && stateAfter) });
  });
}

/** Removes a rider's card, so that nothing more is charged to it. Throws 404 if the card isn't the rider's. */
export async function removeCard(deps: Deps, riderId: string, id: string): Promise<void> {
  await deps.write((tx) => {
    const row = requireOwnedRow(findRow(tx, savedCards, { id }), { kind: "rider", id: riderId });
    if (row.state !== "saved") throw new AppError("request.not_found");
    updateRow(tx, savedCards, id, { state: "removed" });
  });
  await deleteRemovedCards(deps);
}

/**
 * Deletes removed cards, and pages on which no card was entered, at the provider, and then deletes their rows. If the
 * provider doesn't answer, it is asked the next time.
 */
export async function deleteRemovedCards(deps: Deps): Promise<void> {
  const connection = connectedVault(deps);
  const rows = deps.db
    .select()
    .from(savedCards)
    // Same condition as in the partial index.
    .where(and(ne(savedCards.state, "saved"), lte(savedCards.createdAt, deps.now())))
    .all();
  for (const row of rows) {
    // Test cards cannot be reached with a live key.
    if (connection?.isLive !== row.isLive || isBeingCharged(deps, row.id)) continue;
    try {
      if (row.state === "opening") await finishSavingCard(deps, row);
      const currentRow = findRow(deps.db, savedCards, { id: row.id });
      if (!currentRow || currentRow.state === "saved") continue;
      if (currentRow.state === "opening" && currentRow.createdAt > deps.now() - PAGE_LIFETIME_MS)
        continue;
      await connection.vault.forget({
        setupRef: currentRow.setupRef,
        customer: currentRow.customerRef,
      });
      await deps.write((tx) => tx.delete(savedCards).where(eq(savedCards.id, row.id)).run());
    } catch (error) {
      logWarning(deps, error);
    }
  }
}

/**
 * Tells whether the result of a charge is still unknown. It is found through the card's customer at the provider, who
 * must not be deleted yet.
 */
function isBeingCharged({ db }: Deps, cardId: string): boolean {
  return findRow(db, paymentAttempts, { cardId, state: "starting" }) !== undefined;
}

function logWarning(deps: Deps, error: unknown): void {
  deps.log.warning("A saved card could not be checked: {reason}", {
    reason: error instanceof Error ? error.message : String(error),
  });
}
