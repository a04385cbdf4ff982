import { createContext } from "react";

/** The first page of the area whose frame is shown. Without a frame it is the site's. */
export const HomePathContext = createContext("/");
