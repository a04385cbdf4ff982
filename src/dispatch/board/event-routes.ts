import { createRouter } from "../../server/calls";
import type { ContactNews } from "../../contact/contact-desk-contract";
import { hasPermission, limitPerSession } from "../../server/http";
import type { LiveEvent } from "../../live-events";
import type { NewMessageNotice } from "../../messages/contract";
import type { ReservationChanged } from "../../reservations/contract";
import { type StreamMessage, streamEvents } from "../../server/streams";
import type { DriverPosition, ShiftChanged } from "../../tracking/contract";
import { closeTab, openTab, reportPresence, withoutAccount } from "./presence-actions";
import { type ReservationPresence, ReportPresence } from "./presence-contract";
import { iso } from "../../formats/instants";

/** The API for the event stream of dispatch and for presence reports, under `/admin`. */
export const dispatchEventRoutes = createRouter("dispatch")
  .get(
    "/admin/events",
    "Sends server-sent events: changes to any reservation, and positions and shifts of all drivers",
    {
      who: "dispatch.view",
      answer:
        "text/event-stream with events named reservation, position, shift, message, incident, contact, outbox and presence, behind one named hello",
      refuses: ["request.too_many"],
    },
    ({ c, deps, session, actor }) => {
      const streamId = Bun.randomUUIDv7();
      const eventFor = (event: LiveEvent): StreamMessage | null => {
        if (event.type === "position") {
          const { driverId, position, trips } = event;
          return {
            event: "position",
            data: {
              driverId,
              position,
              trips: trips.map(({ id, number, state, arrival }) => ({
                id,
                number,
                state,
                arrival,
              })),
              now: iso(deps.now()),
            } satisfies DriverPosition,
          };
        }
        if (event.type === "shift") {
          const { driverId, on } = event;
          return { event: "shift", data: { driverId, on } satisfies ShiftChanged };
        }
        if (event.type === "message") {
          const { reservationId, number } = event;
          return { event: "message", data: { reservationId, number } satisfies NewMessageNotice };
        }
        // The event has only the id. Readers with permission load the rest.
        if (event.type === "incident") {
          if (!hasPermission(session, "incidents.manage")) return null;
          const { id, number } = event;
          return { event: "incident", data: { id, number } };
        }
        if (event.type === "contact") {
          const { id, number } = event;
          return { event: "contact", data: { id, number } satisfies ContactNews };
        }
        if (event.type === "outbox_failed") return { event: "outbox", data: {} };
        if (event.type === "presence") {
          const { reservationId, people } = event;
          const presence = { reservationId, people } satisfies ReservationPresence;
          return { event: "presence", data: withoutAccount(presence, actor.id) };
        }
        if (event.type !== "reservation") return null;
        const { id, number, state, version, flightOnly } = event;
        return {
          event: "reservation",
          data: {
            ...{ id, number, state, version },
            ...(flightOnly && { flightOnly }),
          } satisfies ReservationChanged,
        };
      };
      return streamEvents(c, session, eventFor, {
        first: () => ({ event: "hello", data: openTab(deps, streamId, session) }),
        ended: () => closeTab(deps, streamId),
      });
    },
  )
  .put(
    "/admin/presence",
    "Records which reservation a browser tab shows and edits while its stream is open",
    {
      who: "dispatch.view",
      body: ReportPresence,
      answer: ReportPresence,
      refuses: ["request.not_found"],
      use: limitPerSession(240, 60),
    },
    ({ deps, session, body }) => {
      reportPresence(deps, session, body);
      return body;
    },
  );
