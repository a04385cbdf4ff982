import { createRouter } from "../server/calls";
import { z } from "zod";
import { limitPerSession } from "../server/http";
import { multipart } from "../server/multipart";
import { MyFoundItemAnswer, MyFoundItems, PHOTO_FORM, RegisterFoundItem } from "./contract";
import { registerFoundItem } from "./item-actions";
import { listMyItems, readMyItem, readPhoto } from "./queries";
import { sendPhoto } from "../server/file-answer";

const Page = z.object({
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

/** The drivers' calls for items that they found in their cars. */
export const propertyDriverRoutes = createRouter("property")
  .post(
    "/driver/reservations/:id/found-items",
    "Reports an item found in the car after a trip, with or without a photo",
    {
      who: "driver",
      form: multipart(RegisterFoundItem, PHOTO_FORM),
      created: MyFoundItemAnswer,
      use: limitPerSession(60, 3_600),
    },
    async ({ deps, actor, id, form }) => {
      const itemId = await registerFoundItem(deps, actor, id, form);
      return { item: readMyItem(deps, actor.id, itemId) };
    },
  )
  .get(
    "/driver/found-items",
    "Lists the items that the driver found, newest first",
    { who: "driver", query: Page, answer: MyFoundItems },
    ({ deps, actor, query }) => listMyItems(deps, actor.id, query),
  )
  .get(
    "/driver/found-items/:id/photo",
    "Gives the photo of an item that the driver found",
    { who: "driver", answer: "The photo" },
    async ({ c, deps, actor, id }) => sendPhoto(c, await readPhoto(deps, "item", id, actor)),
  );
