import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { Notification } from '../../contract/entities.ts';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
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
  { hidden: true, kind: 'deposit', text: '•••••• USD from D••• E••• is in your wallet.' },
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

const fate = /^notification\.deposit\.(\w+)\.text$/;
/** What each end of a deposit says of it, in each language, with an amount as that writes it. */
const ends = Object.entries({ en: [en, '1,234.50'], ru: [ru, '1\u00a0234,50'] } as const).flatMap(
  ([language, [messages, amount]]) =>
    Object.entries(messages)
      .filter(([key]) => fate.test(key))
      .map(([key, text]) => {
        const rest = text.replace('{{day}}', '14 January').replace('{{reference}}', 'RET 77 USD');
        const told = (of: string) => rest.replace('{{amount}}', of).replace('{{currency}}', 'USD');
        return { language, became: fate.exec(key)![1]!, text: told(amount), masked: told('••••••') };
      }),
);

test.for(ends)('R11 H3 of a deposit that is $became the amount alone is hidden: $language', async (end) => {
  const { container } = await render(
    <Concealed value={true}>
      <NotificationText
        notification={{ ...notification, notification_id: of('deposit'), text: end.text }}
        origins={[]}
      />
    </Concealed>,
  );
  expect(end.masked).toMatch(/^•{6}\sUSD/);
  expect(container.textContent).toBe(end.masked);
});

test('R11 H3 each of the five ends of a deposit says an amount once, in two languages', () => {
  expect(ends.filter(({ text }) => text.includes('{{'))).toEqual([]);
  expect(ends.map(({ became }) => became).toSorted()).toEqual(
    ['credited', 'returned', 'sent', 'unconfirmed', 'waiting'].flatMap((one) => [one, one]),
  );
});

test.for(['We got 10.00 USD.', '10.00 of it is there.', '10.00 <b>USD</b> is there.', ' USD is there.'])(
  'R11 H3 a deposit whose amount is not found says nothing: %s',
  async (text) => {
    const { container } = await render(
      <Concealed value={true}>
        <NotificationText notification={{ ...notification, notification_id: of('deposit'), text }} origins={[]} />
      </Concealed>,
    );
    expect(container.textContent).toBe('Amount hidden');
  },
);

test.for([
  [false, ['10.00 USD from D', '10.00 USD from D', '10.00 USD from D']],
  [true, ['', '•••••• USD from ', '10.00 USD from D']],
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
  await showAlerts({ alerts: ['payment', 'deposit', 'house'].map((kind) => ({ id: of(kind), title, text })) }, hidden);
  expect(shown).toEqual(said);
});
