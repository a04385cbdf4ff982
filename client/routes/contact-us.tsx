import { createFileRoute } from "@tanstack/react-router";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/contact-us")(formPage("Contact us"));
