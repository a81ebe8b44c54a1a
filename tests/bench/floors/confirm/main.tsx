/**
 * The floor: a page of React and nothing else that confirms an exchange. It says that it sends, sends what the product sends, and
 * shows what the server says of the operation and of the balances. It checks nothing, keeps nothing and knows one language.
 */
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Answer {
  payload: { status: string; terms: Record<'give' | 'get', { amount: string; currency: string }> };
  wallets?: { number: string; currency: string; balance: string }[];
}

const asked = new URLSearchParams(location.search);

async function send(): Promise<Answer> {
  const response = await fetch(`/api${asked.get('path')}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'x-rev': asked.get('rev') ?? '', 'x-account': asked.get('account') ?? '' },
    body: new URLSearchParams({ id: asked.get('operation') ?? '' }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}

function Done({ answer: { payload, wallets } }: { answer: Answer }) {
  const { give, get } = payload.terms;
  return (
    <main>
      <h1>The exchange is {payload.status}</h1>
      <p>
        {give.amount} {give.currency} → {get.amount} {get.currency}
      </p>
      <ul>
        {wallets?.map(({ number, currency, balance }) => (
          <li key={number}>
            {balance} {currency}
          </li>
        ))}
      </ul>
    </main>
  );
}

function Page() {
  const [state, setState] = useState<Answer | 'asked' | 'sending' | 'failed'>('asked');
  if (typeof state === 'object') return <Done answer={state} />;
  const isSending = state === 'sending';
  return (
    <main>
      <h1>{state === 'failed' ? 'It failed' : isSending ? 'Sending' : 'Check the terms'}</h1>
      <button
        type="button"
        data-says="user.confirmed"
        disabled={isSending}
        onClick={() => {
          setState('sending');
          send().then(setState, () => setState('failed'));
        }}
      >
        Confirm
      </button>
    </main>
  );
}

const place = document.getElementById('app');
if (place) createRoot(place).render(<Page />);
