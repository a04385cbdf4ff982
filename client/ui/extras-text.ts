import type { Say } from "../words/words";

/** Returns extras as a list in the rider's language: "2 × Kindersitz, Begrüßungsschild". */
export function extrasText(extras: readonly { name: string; quantity: number }[], t: Say): string {
  return t.list(
    extras.map(
      ({ name, quantity }) => (quantity > 1 ? `${quantity} × ` : "") + t.known(name, "name"),
    ),
  );
}
