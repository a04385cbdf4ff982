import { createFileRoute } from "@tanstack/react-router";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/found-property")(
  formPage("Found property", "Found something in our car? Report it here."),
);
