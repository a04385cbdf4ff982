/** The routes of a rider's notification choices and consents. */
import { createRouter } from "../../server/calls";
import { AppError } from "../../errors";
import { limitPerSession } from "../../server/http";
import { changeConsent, chooseNotifications } from "./choice-actions";
import {
  ChangeConsent,
  ChooseNotifications,
  Consents,
  NotificationChoices,
} from "./choice-contract";
import { readChoices, readConsents } from "./choice-queries";

export const choiceRoutes = createRouter("riders")
  .get(
    "/users/notification-choices",
    "Gives the rider's notification choices by topic and channel, and their quiet hours",
    { who: "rider", answer: NotificationChoices },
    ({ deps, actor }) => {
      const choices = readChoices(deps, actor.id);
      if (!choices) throw new AppError("request.unauthenticated");
      return choices;
    },
  )
  .put(
    "/users/notification-choices",
    "Changes notification choices. Trip updates keep at least one channel",
    {
      who: "rider",
      body: ChooseNotifications,
      answer: NotificationChoices,
      refuses: ["notifications.no_way_left"],
      use: limitPerSession(120, 3_600),
    },
    async ({ deps, actor, body }) => {
      await chooseNotifications(deps, actor.id, body);
      const choices = readChoices(deps, actor.id);
      if (!choices) throw new AppError("request.unauthenticated");
      return choices;
    },
  )
  .get(
    "/users/consents",
    "Lists the rider's consents, each with its text and time",
    { who: "rider", answer: Consents },
    ({ deps, actor }) => readConsents(deps, actor.id),
  )
  .put(
    "/users/consents",
    "Gives or withdraws a consent. Sign-in codes need no consent",
    { who: "rider", body: ChangeConsent, answer: Consents, use: limitPerSession(60, 3_600) },
    async ({ deps, actor, body }) => {
      await changeConsent(deps, actor.id, body);
      return readConsents(deps, actor.id);
    },
  );
