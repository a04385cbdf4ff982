/** Texts that the API sends and riders read: said in their language when they arrive. */
import { phrase } from "./words";

export const failures = [phrase("This field is required.")];
