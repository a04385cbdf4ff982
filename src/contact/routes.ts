import type { ZodType } from "zod";
import { createRouter } from "../server/calls";
import { requesterOf } from "../server/cookies";
import { type AppContext, limitPerAddress, readSession } from "../server/http";
import { readJsonOrForm } from "../server/multipart";
import { Message } from "../settings/contract";
import {
  submitServiceEnquiry,
  submitEnquiry,
  submitFoundProperty,
  submitLostProperty,
  type Visitor,
  submitContactMessage,
} from "./actions";
import { SendContactMessage } from "./contract";
import {
  EnquiryService,
  CompanyEnquiry,
  HomeCareEnquiry,
  InterpreterEnquiry,
  RoadsideEnquiry,
  ServiceEnquiry,
  FoundPropertyForm,
  LostPropertyForm,
} from "./enquiry-contract";
import {
  companyEnquiryMessage,
  homeCareEnquiryMessage,
  interpreterEnquiryMessage,
  roadsideEnquiryMessage,
} from "./enquiry-rules";
import { rideRequestRoutes } from "./ride-request-routes";
import { contactMessageRoutes } from "./contact-desk-routes";
import { contactTemplateRoutes } from "./template-routes";

/** One limit for all forms together. */
const limit = limitPerAddress(5, 3_600);

/** Returns what the routes of all forms have in common. `done` is the page shown after a form without scripts. */
function form<Body extends ZodType>(schema: Body, done: string | ((c: AppContext) => string)) {
  return {
    who: "public" as const,
    body: readJsonOrForm(schema, { done, limit }),
    created: Message,
    redirects: { 303: "Redirects to the page with the result of the form" },
  };
}

const summaryWithLimits = (summary: string) =>
  `${summary}, at most 5 times an hour from one address for all public forms together. Takes JSON, or a plain form that is answered with a redirect`;

function visitorOf(c: AppContext): Visitor {
  return {
    riderId: readSession(c, "rider")?.accountId ?? null,
    language: requesterOf(c, "rider").language,
  };
}

function thanks(c: AppContext) {
  c.header("Cache-Control", "no-store");
  return { message: "Thank you. We have your message." };
}

/** The API for the forms of the public site. */
export const contactRoutes = createRouter("contact")
  .post(
    "/contact",
    summaryWithLimits("Sends a message to the operator"),
    form(SendContactMessage, "/contact-us?sent=yes#form"),
    async ({ c, deps, body }) => {
      await submitContactMessage(deps, body, visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/home-care",
    summaryWithLimits("Requests care rides or help at home"),
    form(HomeCareEnquiry, "/home-care?sent=yes#enquiry"),
    async ({ c, deps, body }) => {
      await submitEnquiry(deps, body, homeCareEnquiryMessage(body), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/interpreter",
    summaryWithLimits("Requests an interpreter"),
    form(InterpreterEnquiry, "/language-translation?sent=yes#enquiry"),
    async ({ c, deps, body }) => {
      await submitEnquiry(deps, body, interpreterEnquiryMessage(body), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/roadside",
    summaryWithLimits("Requests roadside help"),
    form(RoadsideEnquiry, "/depanage?sent=yes#enquiry"),
    async ({ c, deps, body }) => {
      await submitEnquiry(deps, body, roadsideEnquiryMessage(body), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/company",
    summaryWithLimits("Requests a company account"),
    form(CompanyEnquiry, "/company-account?sent=yes#enquiry"),
    async ({ c, deps, body }) => {
      await submitEnquiry(deps, body, companyEnquiryMessage(body), visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/enquiries/services/:slug",
    summaryWithLimits("Requests a service that the operator added"),
    {
      ...form(
        ServiceEnquiry,
        (c) => `/services/${encodeURIComponent(c.req.param("slug") ?? "")}?sent=yes#enquiry`,
      ),
      param: EnquiryService,
      refuses: ["content.gone"],
    },
    async ({ c, deps, slug, body }) => {
      await submitServiceEnquiry(deps, slug, body, visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/lost-property",
    summaryWithLimits("Reports something lost, without an account"),
    form(LostPropertyForm, "/lost-property?sent=yes#form"),
    async ({ c, deps, body }) => {
      await submitLostProperty(deps, body, visitorOf(c));
      return thanks(c);
    },
  )
  .post(
    "/found-property",
    summaryWithLimits("Reports something found, without an account"),
    form(FoundPropertyForm, "/found-property?sent=yes#form"),
    async ({ c, deps, body }) => {
      await submitFoundProperty(deps, body, visitorOf(c));
      return thanks(c);
    },
  )
  .with(rideRequestRoutes)
  .with(contactMessageRoutes)
  .with(contactTemplateRoutes);
