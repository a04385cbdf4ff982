/** The browser's offer to install the app, kept until the person asks for it. */

/** The `beforeinstallprompt` event of Chrome and related browsers. No other browser has it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;

/** Listens for the offer, so that the browser doesn't show its own prompt. */
export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
}

/** Returns the offer, which can be used only once; null without one. */
export function takeInstallOffer(): InstallOffer | null {
  const currentOffer = offer;
  offer = null;
  return currentOffer;
}

/** Returns whether there is an offer. */
export function hasInstallOffer(): boolean {
  return offer !== null;
}
