/** The texts for riders about Google and Apple. */
import { phrase, type Phrase, type Say } from "../../words/words";
import type { Provider, ProviderFault } from "../../../src/accounts/providers/provider-contract";

export const providerNames: Record<Provider, string> = { google: "Google", apple: "Apple" };

/** The text of each fault; `name` is the provider's. */
const words: Record<ProviderFault, Phrase> = {
  cancelled: phrase("You did not finish signing in with {name}. Nothing has changed."),
  expired: phrase(
    "This sign-in with {name} took too long, or was used before. Please start again.",
  ),
  other_browser: phrase(
    "This sign-in with {name} was started in another browser. Please start again in this one.",
  ),
  refused: phrase(
    "We couldn’t confirm that the answer came from {name}, so we refused it. Please try again.",
  ),
  unverified: phrase(
    "{name} has not confirmed your email address, so you can’t use it here. Continue with your email or phone number and we’ll send you a code.",
  ),
  unreachable: phrase(
    "{name} did not answer. Please try again in a moment, or continue with your email or phone number.",
  ),
  other_account: phrase(
    "Your account is already linked to another {name} account. You can change that under Account, Security.",
  ),
  taken: phrase("This {name} account already belongs to another rider's account here."),
  signed_out: phrase(
    "You were signed out, so {name} was not linked. Please sign in and link it again.",
  ),
  busy: phrase("There were too many sign-ins from your network. Please wait a few minutes."),
  failed: phrase(
    "Signing in with {name} failed on our side. Please try again, or continue with your e-mail or phone number.",
  ),
};

/** Returns the text of a fault. */
export function faultWords(fault: ProviderFault, provider: Provider, t: Say): string {
  return t.of(words[fault], { name: providerNames[provider] });
}
