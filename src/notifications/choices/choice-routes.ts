/** What a rider wants to hear of, and what they agree to. */
import { AppError } from "../../errors";
import { createRouter, describe, limitPerSession, requireRider, validate } from "../../server/http";
import { changeConsent, chooseNotifications } from "./choice-actions";
import {
  ChangeConsent,
  ChooseNotifications,
  Consents,
  NotificationChoices,
} from "./choice-contract";
import { readChoices, readConsents } from "./choice-queries";

const tag = "riders";

export const choiceRoutes = createRouter()
  .get(
    "/users/notification-choices",
    describe({
      summary: "What the rider wants to hear of, by topic and channel, and their quiet hours",
      tag,
      security: "rider",
      answers: { 200: NotificationChoices },
    }),
    requireRider,
    (c) => {
      const choices = readChoices(c.var.deps, c.var.session.accountId);
      if (!choices) throw new AppError("request.unauthenticated");
      return c.json(choices satisfies NotificationChoices);
    },
  )
  .put(
    "/users/notification-choices",
    describe({
      summary: "Choose what to hear of; news of trips keep at least one way",
      tag,
      security: "rider",
      answers: { 200: NotificationChoices },
      refusals: ["notifications.no_way_left", "request.too_many"],
    }),
    requireRider,
    limitPerSession(120, 3_600),
    validate("json", ChooseNotifications),
    async (c) => {
      const { deps, session } = c.var;
      await chooseNotifications(deps, session.accountId, c.req.valid("json"));
      const choices = readChoices(deps, session.accountId);
      if (!choices) throw new AppError("request.unauthenticated");
      return c.json(choices satisfies NotificationChoices);
    },
  )
  .get(
    "/users/consents",
    describe({
      summary: "What the rider agreed to, with its text and the time",
      tag,
      security: "rider",
      answers: { 200: Consents },
    }),
    requireRider,
    (c) => c.json(readConsents(c.var.deps, c.var.session.accountId) satisfies Consents),
  )
  .put(
    "/users/consents",
    describe({
      summary: "Give a consent or take it back; codes for signing in are sent either way",
      tag,
      security: "rider",
      answers: { 200: Consents },
      refusals: ["request.too_many"],
    }),
    requireRider,
    limitPerSession(60, 3_600),
    validate("json", ChangeConsent),
    async (c) => {
      const { deps, session } = c.var;
      await changeConsent(deps, session.accountId, c.req.valid("json"));
      return c.json(readConsents(deps, session.accountId) satisfies Consents);
    },
  );
