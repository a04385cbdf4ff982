import { createRouter } from "../server/calls";
import { limitPerSession } from "../server/http";
import { ChangeShift, PositionReport, PositionReportAnswer, Shift } from "./contract";
import { readShift } from "./shift-queries";
import { changeShift, recordPositions } from "./position-actions";

/** A driver's shift and the positions that their phone reports, under `/driver`. */
export const driverTrackingRoutes = createRouter("driver")
  .get(
    "/driver/shift",
    "Says whether the driver shares their position, because they are on shift or on a trip",
    { who: "driver", answer: Shift },
    ({ deps, actor }) => readShift(deps, actor.id),
  )
  .post(
    "/driver/shift",
    "Starts or ends the driver's shift",
    { who: "driver", body: ChangeShift, answer: Shift, use: limitPerSession(60, 60) },
    async ({ deps, actor, body }) => {
      await changeShift(deps, actor.id, body.on);
      return readShift(deps, actor.id);
    },
  )
  .post(
    "/driver/positions",
    "Receives up to 100 positions of the driver's phone, which may be late, repeated or out of order",
    {
      who: "driver",
      body: PositionReport,
      answer: PositionReportAnswer,
      refuses: ["tracking.off_duty"],
      use: limitPerSession(120, 60),
    },
    ({ deps, actor, body }) => recordPositions(deps, actor.id, body),
  );
