import { eq } from "drizzle-orm";
import { savedCards } from "../../../db/schema/saved-cards";
import type { Deps } from "../../deps";
import { SYSTEM_ACTOR } from "../../deps";
import { openProvider } from "../../payment-providers/open-providers";
import type { CardVault } from "../../payment-providers/provider";
import type { SavedCard } from "../../reservations/prepaying/card-contract";
import { cardsOfRider } from "../../reservations/prepaying/card-queries";
import { loadTrip } from "../../reservations/trip-queries";
import type { MyCards } from "./card-contract";

/** A rider has as many cards at most. */
export const MAX_CARDS = 10;

/** Where cards are saved; null where nothing that can is connected. */
export function connectedVault(deps: Deps): { vault: CardVault; isLive: boolean } | null {
  const provider = openProvider(deps, "stripe");
  return provider?.cards ? { vault: provider.cards, isLive: provider.isLive } : null;
}

/** A rider's cards, and whether another one can be saved. */
export function readMyCards(deps: Deps, riderId: string): MyCards {
  const cards = cardsOfRider(deps, riderId);
  return { cards, canSave: connectedVault(deps) !== null && cards.length < MAX_CARDS };
}

/** The saved cards of a trip's rider. 404 when there is no such trip. */
export function cardsOfTrip(deps: Deps, id: string): SavedCard[] {
  const { riderId } = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id });
  return riderId === null ? [] : cardsOfRider(deps, riderId);
}

/** The rows of a rider's cards, whatever their state. */
export const cardRowsOfRider = (deps: Deps, riderId: string) =>
  deps.db.select().from(savedCards).where(eq(savedCards.riderId, riderId)).all();
