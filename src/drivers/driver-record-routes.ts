import { createRouter } from "../server/calls";
import { ChangeDriver, DriverAnswer, SaveDriver } from "./contract";
import { addDriver, changeDriver, readDriverRecord } from "./driver-record-actions";

/** The API with which dispatch reads, adds and changes a driver. */
export const driverRecordRoutes = createRouter("drivers")
  .post(
    "/admin/drivers",
    "Adds a driver, who can sign in at once",
    {
      who: "fleet.manage",
      body: SaveDriver,
      created: DriverAnswer,
      refuses: ["driver.contact_missing", "contact.taken"],
    },
    async ({ deps, actor, body }) => {
      const id = await addDriver(deps, actor, body);
      return { driver: readDriverRecord(deps, id) };
    },
  )
  .get(
    "/admin/drivers/:id",
    "Gives one driver",
    { who: "dispatch.view", answer: DriverAnswer },
    ({ deps, id }) => ({
      driver: readDriverRecord(deps, id),
    }),
  )
  .put(
    "/admin/drivers/:id",
    "Changes a driver",
    {
      who: "fleet.manage",
      body: ChangeDriver,
      answer: DriverAnswer,
      refuses: ["request.conflict", "driver.contact_missing", "contact.taken"],
    },
    async ({ deps, actor, id, body }) => {
      await changeDriver(deps, actor, id, body);
      return { driver: readDriverRecord(deps, id) };
    },
  );
