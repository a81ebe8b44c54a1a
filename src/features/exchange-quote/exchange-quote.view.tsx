import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { LandingQuote } from '../../../contract/calls/exchange.ts';
import type { exchangeQuoteMachine } from '../../../machines/flows/exchange-quote/exchange-quote.machine.ts';
import type { QuoteChange } from '../../../machines/root/events.ts';
import { formatRate } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Comparison } from '../../ui/comparison.tsx';
import { Row, Stack } from '../../ui/layout.tsx';

const changeOf = ({ context }: SnapshotFrom<typeof exchangeQuoteMachine>) => context.change;

const amounts = ['give', 'get', 'fee'] as const;

/** What the home page showed beside what it comes to now. */
function Quotes({ shown, fresh, scale }: QuoteChange) {
  const { t, locale } = useWords();
  const rate = ({ give, get, rate: one }: LandingQuote) =>
    t('ui.rate.about', { from: give.currency, rate: formatRate(one, locale), to: get.currency });
  return (
    <Comparison
      old={t('exchange_quote.shown')}
      fresh={t('exchange_quote.fresh')}
      lines={[
        ...amounts.map((key) => {
          const digits = scale[key === 'get' ? 'get' : 'give'];
          const differs = shown[key].amount !== fresh[key].amount;
          return {
            ...{
              key,
              differs,
              name: t(key === 'fee' ? 'operation.fee' : `operation.${key}.exchange`),
              main: key === 'get',
            },
            old: <Amount {...shown[key]} scale={digits} />,
            // What the person typed is exact; the rest is this page's own reckoning, until the check says it.
            fresh: <Amount {...fresh[key]} scale={digits} approximate={differs || key === 'fee'} />,
          };
        }),
        {
          key: 'rate',
          name: t('operation.rate'),
          old: rate(shown),
          fresh: rate(fresh),
          differs: rate(shown) !== rate(fresh),
        },
      ]}
    />
  );
}

/** The exchange of the home page comes to something else by now. It stands in a window, which has the heading. */
export default function ExchangeQuoteView({ actor }: { actor: ActorRefFrom<typeof exchangeQuoteMachine> }) {
  const { t } = useWords();
  const change = useSelector(actor, changeOf);
  return (
    <Stack gap={4}>
      <p>{t('exchange_quote.text')}</p>
      {change && <Quotes {...change} />}
      <Row>
        <Button variant="primary" says="user.confirmed" onClick={() => actor.send({ type: 'user.confirmed' })}>
          {t('exchange_quote.go_on')}
        </Button>
        <Button says="user.another pair wanted" onClick={() => actor.send({ type: 'user.another pair wanted' })}>
          {t('exchange_quote.another')}
        </Button>
      </Row>
    </Stack>
  );
}
