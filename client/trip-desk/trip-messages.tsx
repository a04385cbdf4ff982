import { useMemo, useState } from "react";
import type { Thread } from "../../src/messages/contract";
import type { Reservation } from "../../src/reservations/contract";
import { ApiError } from "../api-error";
import { Button } from "../ui/button";
import { LeftPageError, useOffice, useStaffSteps } from "../office/calls";
import { LazyConversation } from "../messages/lazy-conversation";
import { messageUpdates } from "../messages/updates";

/** The conversation of a reservation for dispatch: all messages, and closing or reopening it. */
export function TripMessages({
  reservation,
  mayManageTrips,
}: {
  reservation: Reservation;
  mayManageTrips: boolean;
}) {
  const { api, call } = useOffice();
  const { id, number, timeZone } = reservation;
  const [isClosed, setIsClosed] = useState(false);
  const { busy, step } = useStaffSteps();
  const calls = useMemo(() => {
    const path = api.admin.reservations[":id"].messages;
    const param = { id };
    const receiveThread = async (requested: Promise<{ thread: Thread }>) => {
      try {
        const { thread } = await requested;
        setIsClosed(thread.closed);
        return thread;
      } catch (error) {
        // The screen has changed to the lock or sign-in, and the typed text is kept.
        if (error instanceof LeftPageError) throw new ApiError(0, "network", "");
        throw error;
      }
    };
    return {
      load: (before?: number) =>
        receiveThread(
          call(path.$get({ param, query: before === undefined ? {} : { before: String(before) } })),
        ),
      send: (json: Parameters<typeof path.$post>[0]["json"]) =>
        receiveThread(call(path.$post({ param, json }))),
      // People who may only read don't mark messages as read.
      read: (upTo: number) =>
        mayManageTrips ? call(path.read.$post({ param, json: { id: upTo } })) : Promise.resolve(),
    };
  }, [api, call, id, mayManageTrips]);

  const setConversationClosed = (to: boolean) => {
    const path = api.admin.reservations[":id"].messages.closing;
    return step(
      "close",
      () => call(path.$put({ param: { id }, json: { closed: to } })),
      to ? "The conversation is closed." : "The conversation is open again.",
      () => {
        setIsClosed(to);
        messageUpdates.publish({ reservationId: id, number });
      },
    );
  };

  return (
    <div className="grid gap-2">
      {isClosed && (
        <p className="text-warning-ink" role="status">
          The rider and driver can no longer write here. You still can.
        </p>
      )}
      <LazyConversation
        calls={calls}
        dense
        key={id}
        readOnly={!mayManageTrips}
        side="dispatch"
        timeZone={timeZone}
        tripId={id}
      />
      {mayManageTrips && (
        <Button
          busy={busy}
          className="w-fit"
          onClick={() => void setConversationClosed(!isClosed)}
          size="small"
          variant="quiet"
        >
          {isClosed ? "Reopen conversation" : "Close conversation"}
        </Button>
      )}
    </div>
  );
}
