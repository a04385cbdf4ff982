/** The messages between the server and the thread that has the streets open. */
import type { Place, Point } from "../places/contract";
import type { EstimateReason, RouteWithAlternatives, RoutePoint } from "../routing/contract";

/** Why there is no route. */
export type NoRoute = { none: EstimateReason };

/** The kinds of requests, with their answers. */
export interface Questions {
  route: {
    request: { points: RoutePoint[]; alternatives: number };
    answer: RouteWithAlternatives | NoRoute;
  };
  /** Places that match typed text, the best first. */
  search: { request: { q: string; near: Point | null; limit: number }; answer: Place[] };
  /** The house or the street at a point; null if neither is near. */
  address: { request: { point: Point }; answer: { name: string; detail: string } | null };
}

export type Question = {
  [Kind in keyof Questions]: { kind: Kind } & Questions[Kind]["request"];
}[keyof Questions];

/** The first message names the files; requests follow. */
export type StreetsRequest =
  { open: { dataDir: string; version: string } } | { id: number; question: Question };

export type StreetsReply = { id: number; answer: unknown } | { id: number; fault: string };
