import { createFileRoute } from "@tanstack/react-router";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/company-account")(
  formPage("An account for your company", "Your people ride, you get one invoice."),
);
