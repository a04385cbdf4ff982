import { createFileRoute, notFound } from "@tanstack/react-router";
import { isOffered } from "../../src/settings/services-rules";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/company-account")({
  ...formPage("An account for your company", "Your people ride, you get one invoice."),
  beforeLoad: ({ context }) => {
    if (!isOffered(context.settings.services, "company-account")) throw notFound();
  },
});
