/** The thread that reads the streets and answers requests about them, so that other requests need not wait. */
import type { Point } from "../places/contract";
import type { Route, RouteWithAlternatives, RoutePoint } from "../routing/contract";
import { encodePolyline, simplifyLine } from "../routing/polyline";
import { AddressSearch, STREET_RADIUS_METERS } from "./addresses/address-search";
import { at } from "./arrays";
import { versionFiles } from "./folder";
import { openRoads, type Roads } from "./roads/roads-file";
import { snapToRoads } from "./roads/snapping";
import { type DrivenRoute, Router } from "./roads/router";
import type { StreetsReply, NoRoute, Question, Questions, StreetsRequest } from "./worker-messages";

declare const self: {
  onmessage: (event: { data: StreetsRequest }) => void;
  postMessage(message: StreetsReply): void;
};

interface OpenedStreets {
  roads: Roads;
  router: Router;
  addresses: AddressSearch;
}

let openedStreets: OpenedStreets | undefined;

function handleMessage({ data }: { data: StreetsRequest }): void {
  if ("open" in data) {
    openedStreets = open(data.open.dataDir, data.open.version);
    return;
  }
  const { id, question } = data;
  try {
    if (!openedStreets) throw new Error("No street files are open");
    self.postMessage({ id, answer: answer(openedStreets, question) });
  } catch (error) {
    self.postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}

// Only a worker listens; the main thread may also import this file.
if (!Bun.isMainThread) self.onmessage = handleMessage;

function open(dataDir: string, version: string): OpenedStreets {
  const files = versionFiles(dataDir, version);
  const roads = openRoads(files.roads);
  return { roads, router: new Router(roads), addresses: new AddressSearch(files) };
}

function answer(streets: OpenedStreets, question: Question): Questions[keyof Questions]["answer"] {
  if (question.kind === "route")
    return routeOf(streets.router, question.points, question.alternatives);
  if (question.kind === "search")
    return streets.addresses.search(question.q, question.near, question.limit);
  return addressAt(streets, question.point);
}

/** Finds the house at a point, otherwise the nearest street with a name. */
function addressAt(
  { roads, addresses }: OpenedStreets,
  point: Point,
): Questions["address"]["answer"] {
  const house = addresses.houseAt(point);
  if (house) return house;
  const nearestPoint = snapToRoads(roads, point, true)?.nearest;
  if (!nearestPoint || nearestPoint.meters > STREET_RADIUS_METERS) return null;
  const name = roads.stretches.names[at(roads.stretches.name, nearestPoint.stretch)] ?? "";
  return addresses.streetNearPoint(name, point);
}

function routeOf(
  router: Router,
  points: readonly RoutePoint[],
  maxAlternatives: number,
): RouteWithAlternatives | NoRoute {
  const routeAnswer = router.route(points, maxAlternatives);
  if ("none" in routeAnswer) return routeAnswer;
  const [best, ...alternatives] = routeAnswer.routes.map(toRoute);
  return best ? { ...best, alternatives } : { none: "no_way" };
}

function toRoute({ meters, seconds, line }: DrivenRoute): Route {
  return {
    distanceMeters: Math.round(meters),
    durationSeconds: Math.round(seconds),
    estimate: false,
    geometry: encodePolyline(simplifyLine(line)),
  };
}
