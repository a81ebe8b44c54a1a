import { portError } from './port-error.ts';

const supported = (): boolean => typeof Notification === 'function';
const notSupported = () => portError('alerts_not_supported');

/** Some may have been shown, by this page or by another one. */
export const mayShowAlerts = (): boolean => supported() && Notification.permission === 'granted';

/** What the browser would let this page do, without asking anybody. */
export const lookAtPermission = async (): Promise<{ state: NotificationPermission }> => {
  if (!supported()) throw notSupported();
  return { state: Notification.permission };
};

/** Has the browser ask the person. Only after a press of theirs: browsers refuse what comes by itself. */
export const askForPermission = async (): Promise<void> => {
  if (!supported()) throw notSupported();
  if ((await Notification.requestPermission()) !== 'granted')
    throw portError('alerts_refused', new Error('Notification permission not granted'));
};
