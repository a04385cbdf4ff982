import { createFileRoute } from "@tanstack/react-router";
import { phrase } from "../words/words";
import { formPage } from "../site/enquiries/form-page";

export const Route = createFileRoute("/lost-property")(
  formPage(phrase("Lost property"), phrase("Left something in our car? Report it here.")),
);
