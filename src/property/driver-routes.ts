import { z } from "zod";
import { createRouter, describe, limitPerSession, requireDriver, validate } from "../server/http";
import { validateForm } from "../server/multipart";
import { ReservationId } from "../reservations/contract";
import { MyFoundItemAnswer, MyFoundItems, PHOTO_FORM, PropertyId, RegisterFound } from "./contract";
import { registerFound } from "./item-actions";
import { listMyItems, readMyItem, readPhoto } from "./queries";
import { sendPhoto } from "../server/photo-answer";

const Page = z.object({
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** What drivers find in their cars. */
export const propertyDriverRoutes = createRouter()
  .post(
    "/driver/reservations/:id/found-items",
    describe({
      summary: "Registers what lay in the car after a trip, with a photo or without",
      tag: "property",
      security: "driver",
      answers: { 201: MyFoundItemAnswer },
      refusals: [
        "request.not_found",
        "picture.too_large",
        "picture.too_many_pixels",
        "server.busy",
        "picture.unreadable",
        "request.timeout",
        "request.too_many",
      ],
    }),
    requireDriver,
    limitPerSession(60, 3_600),
    validate("param", ReservationId),
    validateForm(RegisterFound, PHOTO_FORM),
    async (c) => {
      const { deps, session } = c.var;
      const driver = { kind: "driver" as const, id: session.accountId, name: session.name };
      const id = await registerFound(deps, driver, c.req.valid("param").id, c.req.valid("form"));
      return c.json({ item: readMyItem(deps, driver.id, id) } satisfies MyFoundItemAnswer, 201);
    },
  )
  .get(
    "/driver/found-items",
    describe({
      summary: "What the driver has found, the newest first",
      tag: "property",
      security: "driver",
      answers: { 200: MyFoundItems },
    }),
    requireDriver,
    validate("query", Page),
    (c) => {
      const found = listMyItems(c.var.deps, c.var.session.accountId, c.req.valid("query"));
      return c.json(found satisfies MyFoundItems);
    },
  )
  .get(
    "/driver/found-items/:id/photo",
    describe({
      summary: "The photo of what the driver has found",
      tag: "property",
      security: "driver",
      answers: { 200: "The photo" },
      refusals: ["request.not_found"],
    }),
    requireDriver,
    validate("param", PropertyId),
    async (c) => {
      const { deps, session } = c.var;
      const reader = { kind: "driver" as const, id: session.accountId };
      return sendPhoto(c, await readPhoto(deps, "item", c.req.valid("param").id, reader));
    },
  );
