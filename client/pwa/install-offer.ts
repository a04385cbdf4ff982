/** The browser's offer to install the app, kept until the person asks for it. */

/** The `beforeinstallprompt` event of Chrome and related browsers. No other browser has it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;

/** Starts to listen, so that the browser does not show its own prompt. */
export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
}

/** The offer, if there is one; it can be used once. */
export function takeInstallOffer(): InstallOffer | null {
  const currentOffer = offer;
  offer = null;
  return currentOffer;
}

/** Whether there is an offer. */
export function hasInstallOffer(): boolean {
  return offer !== null;
}
