import { createFileRoute } from "@tanstack/react-router";
import { phrase } from "../words/words";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/contact-us")(formPage(phrase("Contact us")));
