/** The thread that has the streets open and answers questions about them, so that nobody else waits for it. */
import type { Point } from "../places/contract";
import type { Route, RouteChoice } from "../routing/contract";
import { encodePolyline, thinLine } from "../routing/polyline";
import { versionFiles } from "./folder";
import { openRoads } from "./roads/roads-file";
import { type DrivenRoute, Router } from "./roads/router";
import type { FromStreets, NoRoute, Question, ToStreets } from "./worker-messages";

declare const self: {
  onmessage: (event: { data: ToStreets }) => void;
  postMessage(message: FromStreets): void;
};

interface Opened {
  router: Router;
}

let opened: Opened | undefined;

function listen({ data }: { data: ToStreets }): void {
  if ("open" in data) {
    opened = open(data.open.dataDir, data.open.version);
    return;
  }
  const { id, question } = data;
  try {
    if (!opened) throw new Error("No streets are open");
    self.postMessage({ id, answer: answer(opened, question) });
  } catch (error) {
    self.postMessage({ id, fault: error instanceof Error ? error.message : String(error) });
  }
}

// Whoever only imports this file is no thread of its own.
if (!Bun.isMainThread) self.onmessage = listen;

function open(dataDir: string, version: string): Opened {
  const files = versionFiles(dataDir, version);
  return { router: new Router(openRoads(files.roads)) };
}

function answer({ router }: Opened, question: Question): unknown {
  return routeOf(router, question.points, question.alternatives);
}

function routeOf(router: Router, points: readonly Point[], others: number): RouteChoice | NoRoute {
  const found = router.route(points, others);
  if ("none" in found) return found;
  const [best, ...alternatives] = found.routes.map(measured);
  return best ? { ...best, alternatives } : { none: "no_way" };
}

function measured({ meters, seconds, line }: DrivenRoute): Route {
  return {
    distanceMeters: Math.round(meters),
    durationSeconds: Math.round(seconds),
    estimate: false,
    geometry: encodePolyline(thinLine(line)),
  };
}
