import { DriverAnswer } from "../../drivers/contract";
import { actorOf, createRouter, describe, requirePermission, validate } from "../../server/http";
import { reinstateDriver, suspendDriver } from "./suspension-actions";
import { LeftBehind, SuspendDriver, SuspendedDriverId } from "./suspension-contract";
import { readLeftBehind } from "./suspension-queries";

const tag = "drivers";
const mayKeep = requirePermission("fleet.keep");

/** Suspending drivers; of this slice, because it knows their trips. */
export const suspensionRoutes = createRouter()
  .get(
    "/admin/drivers/:id/suspension",
    describe({
      summary: "The trips and offers that suspending a driver would leave behind",
      tag,
      security: "admin",
      answers: { 200: LeftBehind },
      refusals: ["request.forbidden", "request.not_found"],
    }),
    mayKeep,
    validate("param", SuspendedDriverId),
    (c) => c.json(readLeftBehind(c.var.deps, c.req.valid("param").id) satisfies LeftBehind),
  )
  .post(
    "/admin/drivers/:id/suspension",
    describe({
      summary: "Suspends a driver; each of their trips is freed or given to another, in one go",
      tag,
      security: "admin",
      answers: { 200: DriverAnswer },
      refusals: [
        "request.forbidden",
        "request.not_found",
        "driver.already_suspended",
        "driver.under_way",
        "driver.trips_changed",
        "assignment.refused",
        "assignment.driver_overlap",
        "assignment.vehicle_overlap",
        "assignment.vehicle_out_of_service",
      ],
    }),
    mayKeep,
    validate("param", SuspendedDriverId),
    validate("json", SuspendDriver),
    async (c) => {
      const { deps, session } = c.var;
      const { id } = c.req.valid("param");
      const driver = await suspendDriver(deps, actorOf(session), id, c.req.valid("json"));
      return c.json({ driver } satisfies DriverAnswer);
    },
  )
  .delete(
    "/admin/drivers/:id/suspension",
    describe({
      summary: "Lifts a driver’s suspension",
      tag,
      security: "admin",
      answers: { 200: DriverAnswer },
      refusals: ["request.forbidden", "request.not_found", "driver.not_suspended"],
    }),
    mayKeep,
    validate("param", SuspendedDriverId),
    async (c) => {
      const { deps, session } = c.var;
      const driver = await reinstateDriver(deps, actorOf(session), c.req.valid("param").id);
      return c.json({ driver } satisfies DriverAnswer);
    },
  );
