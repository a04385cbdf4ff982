/** Errors that the command line shows to the operator instead of starting. */
import { notOpenedMessage } from "./folder-owner";

/** An error with a message for the operator. The process exits with 1. */
export class StartError extends Error {}

/**
 * Runs `act`, and turns a refusal by the file system into a message that explains why this user may not write to the
 * folder.
 */
export function withReadableErrors(folder: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    const why = notOpenedMessage(error, folder);
    throw why ? new StartError(why) : error;
  }
}
