import { createFileRoute, notFound } from "@tanstack/react-router";
import { isOffered } from "../../src/settings/services-rules";
import { formPageRoute } from "../site/enquiries/form-page";
import { phrase } from "../words/words";

const page = formPageRoute(
  phrase("An account for your company"),
  phrase("Your people ride, you get one invoice."),
);

export const Route = createFileRoute("/company-account")({
  ...page,
  beforeLoad: ({ context }) => {
    if (!isOffered(context.settings.services, "company-account")) throw notFound();
    return page.beforeLoad({ context });
  },
});
