import { createFileRoute } from "@tanstack/react-router";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/lost-property")(
  formPage("Lost property", "Left something in our car? Report it here."),
);
