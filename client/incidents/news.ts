import type { IncidentNews } from "../../src/incidents/contract";
import { createNews } from "../news";

/** What the live stream tells of incidents. */
export const { tell: tellIncidentNews, useNews: useIncidentNews } = createNews<IncidentNews>();
