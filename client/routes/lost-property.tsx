import { createFileRoute } from "@tanstack/react-router";
import { phrase } from "../words/words";
import { formPageRoute } from "../site/enquiries/form-page";

export const Route = createFileRoute("/lost-property")(
  formPageRoute(phrase("Lost property"), phrase("Left something in our car? Report it here.")),
);
