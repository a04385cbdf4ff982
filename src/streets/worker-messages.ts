/** What the server asks the thread that has the streets open, and what that answers. */
import type { Place, Point } from "../places/contract";
import type { EstimateReason, RouteWithAlternatives, RoutePoint } from "../routing/contract";

/** Why there is no way. */
export type NoRoute = { none: EstimateReason };

/** Questions by their kind, with their answers. */
export interface Questions {
  route: {
    request: { points: RoutePoint[]; alternatives: number };
    answer: RouteWithAlternatives | NoRoute;
  };
  /** What fits a typed text, the best first. */
  search: { request: { q: string; near: Point | null; limit: number }; answer: Place[] };
  /** The house or the street at a point; null where neither is near. */
  address: { request: { point: Point }; answer: { name: string; detail: string } | null };
}

export type Question = {
  [Kind in keyof Questions]: { kind: Kind } & Questions[Kind]["request"];
}[keyof Questions];

/** First the files, then questions. */
export type StreetsRequest =
  { open: { dataDir: string; version: string } } | { id: number; question: Question };

export type StreetsReply = { id: number; answer: unknown } | { id: number; fault: string };
