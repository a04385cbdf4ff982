import { createFileRoute } from "@tanstack/react-router";
import { phrase } from "../words/words";
import { formPageRoute } from "../site/enquiries/form-page";

export const Route = createFileRoute("/contact-us")(formPageRoute(phrase("Contact us")));
