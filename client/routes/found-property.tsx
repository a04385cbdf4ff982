import { createFileRoute } from "@tanstack/react-router";
import { formPage } from "../enquiries/form-page";

export const Route = createFileRoute("/found-property")(
  formPage(
    "Found property",
    "Found something in a car of ours? Tell us, and it gets back to its owner.",
  ),
);
