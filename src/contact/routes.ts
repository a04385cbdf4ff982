import { askerOf } from "../server/cookies";
import {
  type AppContext,
  createRouter,
  describe,
  limitPerAddress,
  readSession,
  validate,
} from "../server/http";
import type { ErrorCode } from "../errors";
import { jsonOrForm } from "../server/multipart";
import { Message } from "../settings/contract";
import { askForService, enquire, tellFound, tellLost, type Visitor, writeToUs } from "./actions";
import { WriteToUs } from "./contract";
import {
  AskedService,
  CompanyEnquiry,
  HomeCareEnquiry,
  InterpreterEnquiry,
  RoadsideEnquiry,
  ServiceEnquiry,
  TellFound,
  TellLost,
} from "./enquiry-contract";
import { toldOfCompany, toldOfHomeCare, toldOfInterpreter, toldOfRoadside } from "./enquiry-rules";
import { rideRequestRoutes } from "./ride-routes";
import { contactDeskRoutes } from "./desk-routes";
import { contactTemplateRoutes } from "./template-routes";

/** Behind the checks, as somebody who mistypes has not written yet. Of all forms together. */
const limit = limitPerAddress(5, 3_600);

function form(summary: string, more: readonly ErrorCode[] = []) {
  return describe({
    summary: `${summary}, as JSON or by a plain form (answered with a redirect); 5 an hour from an address, of all public forms`,
    tag: "contact",
    security: "public",
    answers: { 201: Message, 303: "To the page that says what came of a plain form" },
    refusals: ["request.too_many", "request.too_large", "request.wrong_type", ...more],
  });
}

function visitorOf(c: AppContext): Visitor {
  return {
    riderId: readSession(c, "rider")?.accountId ?? null,
    language: askerOf(c, "rider").language,
  };
}

function thanks(c: AppContext) {
  c.header("Cache-Control", "no-store");
  return c.json({ message: "Thank you. We have your message." } satisfies Message, 201);
}

/** The forms of the public site. */
export const contactRoutes = createRouter()
  .post(
    "/contact",
    form("Writes to the operator"),
    jsonOrForm(WriteToUs, { done: "/contact-us?sent=yes#form" }),
    limit,
    async (c) => {
      await writeToUs(c.var.deps, c.req.valid("json"), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/home-care",
    form("Asks for care rides or help at home"),
    jsonOrForm(HomeCareEnquiry, { done: "/home-care?sent=yes#enquiry" }),
    limit,
    async (c) => {
      const asked = c.req.valid("json");
      await enquire(c.var.deps, asked, toldOfHomeCare(asked), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/interpreter",
    form("Asks for an interpreter"),
    jsonOrForm(InterpreterEnquiry, { done: "/language-translation?sent=yes#enquiry" }),
    limit,
    async (c) => {
      const asked = c.req.valid("json");
      await enquire(c.var.deps, asked, toldOfInterpreter(asked), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/roadside",
    form("Asks for help with a car"),
    jsonOrForm(RoadsideEnquiry, { done: "/depanage?sent=yes#enquiry" }),
    limit,
    async (c) => {
      const asked = c.req.valid("json");
      await enquire(c.var.deps, asked, toldOfRoadside(asked), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/company",
    form("Asks for an account for a company"),
    jsonOrForm(CompanyEnquiry, { done: "/company-account?sent=yes#enquiry" }),
    limit,
    async (c) => {
      const asked = c.req.valid("json");
      await enquire(c.var.deps, asked, toldOfCompany(asked), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/services/:slug",
    form("Asks for a service that the operator added", ["request.not_found", "content.gone"]),
    validate("param", AskedService),
    jsonOrForm(ServiceEnquiry, {
      done: (c) => `/services/${encodeURIComponent(c.req.param("slug") ?? "")}?sent=yes#enquiry`,
    }),
    limit,
    async (c) => {
      const { slug } = c.req.valid("param");
      await askForService(c.var.deps, slug, c.req.valid("json"), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/lost-property",
    form("Reports something lost, without an account"),
    jsonOrForm(TellLost, { done: "/lost-property?sent=yes#form" }),
    limit,
    async (c) => {
      await tellLost(c.var.deps, c.req.valid("json"), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/found-property",
    form("Tells of something found, without an account"),
    jsonOrForm(TellFound, { done: "/found-property?sent=yes#form" }),
    limit,
    async (c) => {
      await tellFound(c.var.deps, c.req.valid("json"), visitorOf(c));
      return thanks(c);
    },
  )
  .route("/", rideRequestRoutes)
  .route("/", contactDeskRoutes)
  .route("/", contactTemplateRoutes);
