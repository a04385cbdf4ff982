import { phrase } from "../../words/words";

/** What a driver sends with one press: in English, which the driver reads in their own language. */
export const quickReplies = [phrase("I’m here"), phrase("5 minutes"), phrase("Running late")];
