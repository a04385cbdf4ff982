import { createRouter } from "../server/calls";
import { BrandRulesAnswer, SaveBrandRules } from "./brand-contract";
import { HoursRulesAnswer, SaveHoursRules } from "./hours-contract";
import { OnlineBookingRulesAnswer, SaveOnlineBookingRules } from "./online-contract";
import { NameRulesAnswer, SaveNameRules } from "./operator-name-contract";
import {
  saveBrandRules,
  saveHoursRules,
  saveNameRules,
  saveOnlineBookingRules,
  saveServicesRules,
} from "./operator-actions";
import {
  readBrandRules,
  readHoursRules,
  readNameRules,
  readOnlineBookingRules,
  readServicesRules,
} from "./operator-queries";
import { SaveServicesRules, ServicesRulesAnswer } from "./services-contract";

/** The calls for the operator's settings: read by all of dispatch, changed by the owner. */
export const operatorRoutes = createRouter("settings")
  .get(
    "/admin/settings/name",
    "Gives the business name, and how it is written in page addresses",
    { who: "dispatch.view", answer: NameRulesAnswer },
    ({ deps }) => readNameRules(deps),
  )
  .put(
    "/admin/settings/name",
    "Changes the business name",
    {
      who: "settings.manage",
      body: SaveNameRules,
      answer: NameRulesAnswer,
      refuses: ["request.conflict", "settings.configured"],
    },
    async ({ deps, actor, body }) => {
      await saveNameRules(deps, actor, body);
      return readNameRules(deps);
    },
  )
  .get(
    "/admin/settings/services",
    "Lists the services that are offered in addition to transfers",
    { who: "dispatch.view", answer: ServicesRulesAnswer },
    ({ deps }) => readServicesRules(deps),
  )
  .put(
    "/admin/settings/services",
    "Changes the services offered",
    {
      who: "settings.manage",
      body: SaveServicesRules,
      answer: ServicesRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveServicesRules(deps, actor, body);
      return readServicesRules(deps);
    },
  )
  .get(
    "/admin/settings/brand",
    "Gives the operator's colour",
    { who: "dispatch.view", answer: BrandRulesAnswer },
    ({ deps }) => readBrandRules(deps),
  )
  .put(
    "/admin/settings/brand",
    "Changes the operator's colour",
    {
      who: "settings.manage",
      body: SaveBrandRules,
      answer: BrandRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveBrandRules(deps, actor, body);
      return readBrandRules(deps);
    },
  )
  .get(
    "/admin/settings/hours",
    "Gives the opening hours of the office",
    { who: "dispatch.view", answer: HoursRulesAnswer },
    ({ deps }) => readHoursRules(deps),
  )
  .put(
    "/admin/settings/hours",
    "Changes the opening hours of the office",
    {
      who: "settings.manage",
      body: SaveHoursRules,
      answer: HoursRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveHoursRules(deps, actor, body);
      return readHoursRules(deps);
    },
  )
  .get(
    "/admin/settings/online",
    "Says whether riders may book online",
    { who: "dispatch.view", answer: OnlineBookingRulesAnswer },
    ({ deps }) => readOnlineBookingRules(deps),
  )
  .put(
    "/admin/settings/online",
    "Opens or closes online booking",
    {
      who: "settings.manage",
      body: SaveOnlineBookingRules,
      answer: OnlineBookingRulesAnswer,
      refuses: ["request.conflict"],
    },
    async ({ deps, actor, body }) => {
      await saveOnlineBookingRules(deps, actor, body);
      return readOnlineBookingRules(deps);
    },
  );
