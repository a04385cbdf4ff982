import { createFileRoute } from "@tanstack/react-router";
import { formPage } from "../enquiries/form-page";

export const Route = createFileRoute("/lost-property")(
  formPage("Lost property", "Left something in a car of ours? Report it here, and we look for it."),
);
