import type { MessageNews } from "../../src/messages/contract";
import { createNews } from "../news";

/** What the live stream tells of conversations. */
export const { tell: tellMessageNews, useNews: useMessageNews } = createNews<MessageNews>();
