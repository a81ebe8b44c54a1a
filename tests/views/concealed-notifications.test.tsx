import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { Notification } from '../../contract/entities.ts';
import { start, take } from '../../machines/paths/steps.ts';
import payments from '../../machines/residents/payments/payments.model.ts';
import { showAlerts } from '../../src/app/alerts.ts';
import { NotificationText } from '../../src/features/notifications/notification-parts.tsx';
import { Concealed } from '../../src/ui/concealed.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

beforeEach(() => speak('en'));
afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup();
});

const notification: Notification = {
  notification_id: 'payment:opsample0000000000010',
  display: 'inner',
  type: 'success',
  title: 'You received a transfer',
  text: '10.00 USD from D••• E••• is in your wallet.',
  buttons: [],
  closable: true,
};

const signedIn = { type: 'house.signed in', account: 'A-1001', again: false, need_set_password: false, seq: 1 };

test.for([
  [false, notification.text],
  [true, 'Amount hidden'],
] as const)('R11 H3 amounts are hidden: %s. A transfer that comes is told as: %s', async ([hidden, text]) => {
  const world = start(payments, 'at the start');
  take(payments, world, { type: 'say', to: '', event: signedIn });
  take(payments, world, {
    type: 'say',
    to: '',
    event: { type: 'signal.notifications', notifications: [notification], seq: 2 },
  });
  take(payments, world, { type: 'settle', leaf: 'popup.chance', name: 'popup.chance', how: 'done', outcome: 'a face' });
  const View = await viewOf(payments);
  const { container } = await render(
    <Page>
      <Concealed value={hidden}>
        <View actor={world.actor} />
      </Concealed>
    </Page>,
  );
  expect([...container.querySelectorAll('p')].map((one) => one.textContent)).toEqual([notification.title, text]);
  expect(container.querySelector('a')?.textContent).toBe('Open the transfer');
  world.stop();
});

const of = (kind: string) => `${kind}:opsample0000000000010`;

test.for([
  { hidden: false, kind: 'payment', text: notification.text },
  { hidden: false, kind: 'deposit', text: notification.text },
  { hidden: true, kind: 'payment', text: 'Amount hidden' },
  { hidden: true, kind: 'deposit', text: 'Amount hidden' },
  { hidden: true, kind: 'house', text: notification.text },
  { hidden: true, kind: 'verification', text: notification.text },
])('R11 H3 hidden is $hidden, and a notification about a $kind reads: $text', async ({ hidden, kind, text }) => {
  const { container } = await render(
    <Concealed value={hidden}>
      <NotificationText notification={{ ...notification, notification_id: of(kind) }} origins={[]} />
    </Concealed>,
  );
  expect(container.textContent).toBe(text);
});

test.for([
  [false, ['10.00 USD from D', '10.00 USD from D']],
  [true, ['', '10.00 USD from D']],
] as const)('S4 H3 amounts are hidden: %s. Notifications of the browser say: %j', async ([hidden, said]) => {
  const shown: (string | undefined)[] = [];
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({
    active: {},
    showNotification: async (title: string, { body }: NotificationOptions) => {
      expect(title).toBe(notification.title);
      shown.push(body?.slice(0, 16));
    },
  } as unknown as ServiceWorkerRegistration);
  const { title, text } = notification;
  await showAlerts({ alerts: ['payment', 'house'].map((kind) => ({ id: of(kind), title, text })) }, hidden);
  expect(shown).toEqual(said);
});
