import type { MessageNews } from "../../src/messages/contract";
import { createNews } from "../news";

/** What the live streams tell of conversations; null: the stream was down, so anything may have happened. */
export const { tell: tellMessageNews, useNews: useMessageNews } = createNews<MessageNews | null>();
