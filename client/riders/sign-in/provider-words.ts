/** What riders read about Google and Apple. */
import type { Provider, ProviderFault } from "../../../src/accounts/provider-contract";

export const providerNames: Record<Provider, string> = { google: "Google", apple: "Apple" };

/** `name` is the provider's. */
const words: Record<ProviderFault, (name: string) => string> = {
  cancelled: (name) => `You did not finish signing in with ${name}. Nothing has changed.`,
  expired: (name) =>
    `This sign-in with ${name} took too long, or was used before. Please start again.`,
  other_browser: (name) =>
    `This sign-in with ${name} was started in another browser. Please start again in this one.`,
  refused: (name) =>
    `The answer could not be confirmed to come from ${name}, so it was refused. Please try again.`,
  unverified: (name) =>
    `${name} does not confirm your email address, so it cannot be used here. Continue with your email or phone number: we send you a code.`,
  unreachable: (name) =>
    `${name} did not answer. Please try again in a moment, or continue with your email or phone number.`,
  other_account: (name) =>
    `Your account is already linked to another ${name} account. You can change that under Account, Security.`,
  taken: (name) => `This ${name} account already belongs to another rider's account here.`,
  signed_out: (name) =>
    `You were signed out meanwhile, so ${name} was not linked. Please sign in and link it again.`,
  busy: () => "Many sign-ins came from your network just now. Please wait a few minutes.",
  failed: (name) =>
    `Signing in with ${name} failed on our side. Please try again, or continue with your email or phone number.`,
};

/** A fault in words for the person. */
export function faultWords(fault: ProviderFault, provider: Provider): string {
  return words[fault](providerNames[provider]);
}
