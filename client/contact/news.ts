import type { ContactNews } from "../../src/contact/desk-contract";
import { createNews } from "../news";

/** What the live stream tells of contact messages. */
export const { tell: tellContactNews, useNews: useContactNews } = createNews<ContactNews>();
