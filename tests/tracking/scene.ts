/** A trip with its rider, its driver and dispatch, and positions along its route. */
import type { Reservation } from "../../src/reservations/contract";
import type { Browser, TestServer } from "../support/server";
import { book, createDriverScene, type DriverScene, assign, drive } from "../pages/driver/scene";
import { until } from "../support/eventually";

export type Scene = DriverScene & { trip: Reservation };

/** Creates a scene with one trip, assigned to its driver. */
export async function createScene(environment?: Record<string, string>): Promise<Scene> {
  const scene = await createDriverScene(environment);
  const trip = await assign(scene, await book(scene));
  return { ...scene, trip };
}

/** Takes the scene's trip through some steps, as its driver. */
export async function go(scene: Scene, ...steps: string[]): Promise<void> {
  scene.trip = await drive(scene, scene.trip, ...steps);
}

/** Returns a position `meters` north of the airport, `secondsAgo` by the server's clock. */
export function at(server: TestServer, meters: number, secondsAgo = 0, more: object = {}) {
  return {
    latitude: -1.9686 + meters / 111_195,
    longitude: 30.1395,
    accuracyMeters: 6,
    headingDegrees: 0,
    speedMps: 8,
    recordedAt: new Date(server.deps.now() - secondsAgo * 1000).toISOString(),
    ...more,
  };
}

export const report = (browser: Browser, ...positions: object[]) =>
  browser.post("/driver/positions", { positions });

export const shift = (browser: Browser, on: boolean) => browser.post("/driver/shift", { on });

/** Returns the answer's JSON, and fails the test if the call failed. */
export async function json<T = Record<string, unknown>>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Makes the rider's link and returns its token. */
export async function share({ rider, trip }: Scene): Promise<string> {
  const { link } = await json<{ link: { url: string } }>(
    await rider.post(`/reservations/${trip.id}/tracking-link`),
  );
  return link.url.split("/").at(-1) ?? "";
}

type Event = { event: string; data: unknown };

/** Reads an event stream as it arrives. */
export function listen(response: Response) {
  const events: Event[] = [];
  const reader = response.body?.getReader();
  let isEnded = false;
  const done = (async () => {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const chunk = await reader?.read().catch(() => ({ done: true, value: undefined }));
      if (!chunk || chunk.done) break;
      text += decoder.decode(chunk.value as Uint8Array, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (event && data) events.push({ event, data: JSON.parse(data) });
      }
    }
    isEnded = true;
  })();
  return {
    events,
    named: (name: string) => events.filter(({ event }) => event === name).map(({ data }) => data),
    /** Returns the first event of a name that `fits`, past or future. */
    async next(name: string, fits: (data: never) => boolean = () => true) {
      const find = () => events.find(({ event, data }) => event === name && fits(data as never));
      await until(`An event ${name}`, () => find() !== undefined, 4_000);
      return find()?.data as Record<string, unknown>;
    },
    ends: (limitMs = 1_000) => until("The end", () => isEnded, limitMs),
    isOpen: () => !isEnded,
    async close() {
      await reader?.cancel();
      await done;
    },
  };
}
