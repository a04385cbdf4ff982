import { createRouter } from "../../server/calls";
import { DriverAnswer } from "../../drivers/contract";
import { reinstateDriver, suspendDriver } from "./suspension-actions";
import { SuspensionImpact, SuspendDriver } from "./suspension-contract";
import { readSuspensionImpact } from "./suspension-queries";

/** The API for suspending drivers. It belongs to this slice because a suspension affects trips. */
export const suspensionRoutes = createRouter("drivers")
  .get(
    "/admin/drivers/:id/suspension",
    "Lists the trips and offers affected by suspending a driver",
    { who: "fleet.manage", answer: SuspensionImpact },
    ({ deps, id }) => readSuspensionImpact(deps, id),
  )
  .post(
    "/admin/drivers/:id/suspension",
    "Suspends a driver, and unassigns or reassigns each of their trips",
    {
      who: "fleet.manage",
      body: SuspendDriver,
      answer: DriverAnswer,
      refuses: [
        "driver.already_suspended",
        "driver.under_way",
        "driver.trips_changed",
        "assignment.refused",
        "assignment.driver_overlap",
        "assignment.vehicle_overlap",
        "assignment.vehicle_out_of_service",
      ],
    },
    async ({ deps, actor, id, body }) => ({ driver: await suspendDriver(deps, actor, id, body) }),
  )
  .delete(
    "/admin/drivers/:id/suspension",
    "Lifts a driver’s suspension",
    { who: "fleet.manage", answer: DriverAnswer, refuses: ["driver.not_suspended"] },
    async ({ deps, actor, id }) => ({ driver: await reinstateDriver(deps, actor, id) }),
  );
