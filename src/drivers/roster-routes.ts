import { actorOf, createRouter, describe, requirePermission, validate } from "../server/http";
import { ChangeDriver, DriverAnswer, DriverId, SaveDriver } from "./contract";
import { addDriver, changeDriver, readDriverRecord } from "./roster-actions";

const tag = "drivers";

/** One driver of the fleet: read, added, changed by dispatch. */
export const rosterRoutes = createRouter()
  .post(
    "/admin/drivers",
    describe({
      summary: "Adds a driver, who can sign in at once",
      tag,
      security: "admin",
      answers: { 201: DriverAnswer },
      refusals: ["request.forbidden", "driver.contact_missing", "contact.taken"],
    }),
    requirePermission("fleet.keep"),
    validate("json", SaveDriver),
    async (c) => {
      const id = await addDriver(c.var.deps, actorOf(c.var.session), c.req.valid("json"));
      return c.json({ driver: readDriverRecord(c.var.deps, id) } satisfies DriverAnswer, 201);
    },
  )
  .get(
    "/admin/drivers/:id",
    describe({
      summary: "One driver",
      tag,
      security: "admin",
      answers: { 200: DriverAnswer },
      refusals: ["request.not_found"],
    }),
    requirePermission("dispatch.read"),
    validate("param", DriverId),
    (c) =>
      c.json({
        driver: readDriverRecord(c.var.deps, c.req.valid("param").id),
      } satisfies DriverAnswer),
  )
  .put(
    "/admin/drivers/:id",
    describe({
      summary: "Changes a driver",
      tag,
      security: "admin",
      answers: { 200: DriverAnswer },
      refusals: ["request.forbidden", "request.not_found", "request.conflict", "contact.taken"],
    }),
    requirePermission("fleet.keep"),
    validate("param", DriverId),
    validate("json", ChangeDriver),
    async (c) => {
      const { id } = c.req.valid("param");
      await changeDriver(c.var.deps, actorOf(c.var.session), id, c.req.valid("json"));
      return c.json({ driver: readDriverRecord(c.var.deps, id) } satisfies DriverAnswer);
    },
  );
