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

/** The maximum number of cards of a rider. */
export const MAX_CARDS = 10;

/** Returns the provider that saves cards, or null if none is connected. */
export function connectedVault(deps: Deps): { vault: CardVault; isLive: boolean } | null {
  const provider = openProvider(deps, "stripe");
  return provider?.cards ? { vault: provider.cards, isLive: provider.isLive } : null;
}

/** Returns a rider's cards, and whether another one can be saved. */
export function readMyCards(deps: Deps, riderId: string): MyCards {
  const cards = cardsOfRider(deps, riderId);
  return { cards, canSave: connectedVault(deps) !== null && cards.length < MAX_CARDS };
}

/** Returns the saved cards of a trip's rider. Throws 404 if the trip doesn't exist. */
export function cardsOfTrip(deps: Deps, id: string): SavedCard[] {
  const { riderId } = loadTrip(deps.db, { actor: SYSTEM_ACTOR, id });
  return riderId === null ? [] : cardsOfRider(deps, riderId);
}

/** Returns the rows of a rider's cards in any state. */
export const cardRowsOfRider = (deps: Deps, riderId: string) =>
  deps.db.select().from(savedCards).where(eq(savedCards.riderId, riderId)).all();
