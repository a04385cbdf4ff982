import { createRouter, describe, limitPerSession, requireDriver, validate } from "../server/http";
import { ChangeShift, PositionReport, PositionReportAnswer, Shift } from "./contract";
import { readShift } from "./duty-queries";
import { changeShift, recordPositions } from "./position-actions";

const tag = "driver";

/** A driver's shift and the positions of their phone, under `/driver`. */
export const driverTrackingRoutes = createRouter()
  .get(
    "/driver/shift",
    describe({
      summary: "Whether the driver is on shift or on a trip: then their position is wanted",
      tag,
      security: "driver",
      answers: { 200: Shift },
    }),
    requireDriver,
    (c) => c.json(readShift(c.var.deps, c.var.session.accountId) satisfies Shift),
  )
  .post(
    "/driver/shift",
    describe({
      summary: "Begins or ends the driver's shift",
      tag,
      security: "driver",
      answers: { 200: Shift },
    }),
    requireDriver,
    limitPerSession(60, 60),
    validate("json", ChangeShift),
    async (c) => {
      const { deps, session } = c.var;
      await changeShift(deps, session.accountId, c.req.valid("json").on);
      return c.json(readShift(deps, session.accountId) satisfies Shift);
    },
  )
  .post(
    "/driver/positions",
    describe({
      summary: "Up to 100 positions of the driver's phone, in any order, late or twice",
      tag,
      security: "driver",
      answers: { 200: PositionReportAnswer },
      refusals: ["tracking.off_duty", "request.too_many"],
    }),
    requireDriver,
    limitPerSession(120, 60),
    validate("json", PositionReport),
    async (c) => {
      const { deps, session } = c.var;
      const answer = await recordPositions(deps, session.accountId, c.req.valid("json"));
      return c.json(answer satisfies PositionReportAnswer);
    },
  );
