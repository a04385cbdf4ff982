/** The API for the site's content, for visitors and for the staff who edit it. */
import { createRouter } from "../server/calls";
import { publicContentRoutes } from "./public-content-routes";
import { contentAreaRoutes } from "./shown-area-routes";
import { contentPictureRoutes } from "./picture-routes";
import { contentDeskRoutes } from "./content-desk-routes";

export const contentRoutes = createRouter("content")
  .with(publicContentRoutes)
  .with(contentAreaRoutes)
  .with(contentPictureRoutes)
  .with(contentDeskRoutes);
