import { createFileRoute, notFound } from "@tanstack/react-router";
import { isOffered } from "../../src/settings/services-rules";
import { phrase } from "../words/words";
import { enterWords } from "../words/enter-words";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/company-account")({
  ...formPage(
    phrase("An account for your company"),
    phrase("Your people ride, you get one invoice."),
  ),
  beforeLoad: ({ context, matches }) => {
    if (!isOffered(context.settings.services, "company-account")) throw notFound();
    return enterWords(context.words, matches);
  },
});
