/** One notification of the browser, in plain words. */
interface Alert {
  id: string;
  title: string;
  text: string;
}

/** Those of a browser without a worker: nobody else can close them. */
const ofThisPage = new Set<Notification>();

/** Told again under the same id, in whatever tab, it is the same one. Where the browser will not, the page has it all. */
export const showAlert = async ({ id, title, text }: Alert): Promise<void> => {
  try {
    const options = { body: text, tag: id };
    const worker = await navigator.serviceWorker?.getRegistration();
    // A phone shows only those of a worker, and a browser without one only those of the page. One that is still being installed shows none.
    if (worker?.active) return await worker.showNotification(title, options);
    const shown = new Notification(title, options);
    ofThisPage.add(shown);
    shown.addEventListener('click', () => window.focus());
    shown.addEventListener('close', () => ofThisPage.delete(shown));
  } catch {
    // The inbox of the page keeps it.
  }
};

/** Closes all that was shown and stands there yet, from whatever tab. */
export const takeAlertsBack = async (): Promise<void> => {
  for (const one of ofThisPage) one.close();
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const one of (await worker?.getNotifications()) ?? []) one.close();
  } catch {
    // A browser that does not tell them has none.
  }
};
