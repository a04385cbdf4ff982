import { createFileRoute } from "@tanstack/react-router";
import { phrase } from "../words/words";
import { formPageRoute } from "../site/enquiries/form-page";

export const Route = createFileRoute("/found-property")(
  formPageRoute(phrase("Found property"), phrase("Found something in our car? Report it here.")),
);
