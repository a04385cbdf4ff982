/** The browser's offer to put the page on the home screen, kept until somebody asks for it. */

/** What Chrome and its kin hand over (`beforeinstallprompt`); no other browser has it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offer: InstallOffer | null = null;

/** Starts to listen; the browser then shows no prompt of its own. */
export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
  });
}

/** The offer, if there is one; it can be used once. */
export function takeInstallOffer(): InstallOffer | null {
  const taken = offer;
  offer = null;
  return taken;
}

/** Whether there is an offer. */
export function hasInstallOffer(): boolean {
  return offer !== null;
}
