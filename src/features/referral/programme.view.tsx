import Copy from 'lucide-react/icons/copy';
import Share from 'lucide-react/icons/share-2';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { bonusEvents, referralStates, type ReferralInfo } from '../../../contract/referral.ts';
import type { programmeMachine } from '../../../machines/flows/referral/programme.machine.ts';
import { formatMoney } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { Facts } from '../../ui/facts.tsx';
import { Row, Stack, Way } from '../../ui/layout.tsx';
import { Qr } from '../../ui/qr.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Part } from '../parts/part.tsx';
import css from './referral.module.css';

export type ProgrammeActor = ActorRefFrom<typeof programmeMachine>;
type Snapshot = SnapshotFrom<typeof programmeMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.programme wanted' } as const;
const copied = { type: 'user.link copied' } as const;
const shared = { type: 'user.link shared' } as const;

/** What there is to be had, and when. */
function Terms({ info: { terms, hold } }: { info: ReferralInfo }) {
  const { t, locale } = useWords();
  const days = Math.round(hold / 86_400);
  return (
    <Stack gap={2}>
      <p>{t('referral.link.text')}</p>
      <ul className={css['terms']}>
        {terms.map(({ event, amount, currency }) => (
          <li key={event}>
            {t(`referral.term.${event}`, {
              amount: formatMoney({ amount, currency: currency.code }, currency.scale, locale),
            })}
          </li>
        ))}
      </ul>
      <p className={css['note']}>{days > 0 ? t('referral.hold', { count: days }) : t('referral.hold.soon')}</p>
    </Stack>
  );
}

function Link({ actor, snapshot, info: { url } }: { actor: ProgrammeActor; snapshot: Snapshot; info: ReferralInfo }) {
  const { t } = useWords();
  return (
    <>
      <p className={css['link']}>{url}</p>
      <Row gap={2}>
        <Button
          variant="primary"
          icon={<Copy size={20} aria-hidden="true" />}
          says={copied.type}
          aria-disabled={!snapshot.can(copied) || undefined}
          onClick={() => actor.send(copied)}
        >
          {t('referral.link.copy')}
        </Button>
        <Button
          icon={<Share size={20} aria-hidden="true" />}
          says={shared.type}
          aria-disabled={!snapshot.can(shared) || undefined}
          onClick={() => actor.send(shared)}
        >
          {t('referral.link.share')}
        </Button>
      </Row>
      <Qr text={url} label={t('referral.link.qr')} />
    </>
  );
}

/** How many came so far: whoever went further is counted in each step before. */
function Funnel({ info: { funnel } }: { info: ReferralInfo }) {
  const { t } = useWords();
  const most = Math.max(1, funnel.invited);
  return (
    <Stack gap={2}>
      <h3 id="referral-funnel">{t('referral.funnel')}</h3>
      <ol className={css['funnel']} aria-labelledby="referral-funnel">
        {referralStates.map((state) => (
          <li key={state} className={css['step']}>
            <span className={css['count']}>{funnel[state]}</span>
            <span>{t(`referral.count.${state}`)}</span>
            <svg className={css['meter']} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(100 * funnel[state]) / most} height="1" />
            </svg>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

function Totals({ info: { totals } }: { info: ReferralInfo }) {
  const { t } = useWords();
  const hidden = useConcealed();
  return (
    <Stack gap={2}>
      <h3>{t('referral.totals')}</h3>
      {totals.length === 0 && <p className={css['note']}>{t('referral.totals.none')}</p>}
      {totals.map(({ currency: { code, scale }, pending, paid }) => (
        <Facts
          key={code}
          label={code}
          facts={[
            {
              key: 'pending',
              name: t('referral.pending'),
              value: <Amount amount={pending} currency={code} scale={scale} hidden={hidden} tone="muted" />,
            },
            {
              key: 'paid',
              name: t('referral.paid'),
              value: <Amount amount={paid} currency={code} scale={scale} hidden={hidden} />,
            },
          ]}
        />
      ))}
      <Way href="/history/referral">{t('referral.history')}</Way>
    </Stack>
  );
}

/** Terms, link, code and counts are always there, and nearly as large for everybody: what stands below them does not move. */
const outline = (
  <>
    <Stack gap={2}>
      <Skeleton />
      {bonusEvents.map((event) => (
        <Skeleton key={event} width="long" />
      ))}
      <Skeleton width="long" />
    </Stack>
    <Skeleton of="field" />
    <Row gap={2}>
      <Skeleton of="amount" width="medium" />
      <Skeleton of="amount" width="medium" />
    </Row>
    <Stack gap={2}>
      <Skeleton of="block" width="medium" />
      <Skeleton of="field" width="medium" />
      <Skeleton width="long" />
    </Stack>
    <Stack gap={2}>
      <Skeleton of="title" width="medium" />
      {referralStates.map((state) => (
        <Skeleton key={state} of="amount" width="long" />
      ))}
    </Stack>
    <Stack gap={2}>
      <Skeleton of="title" width="medium" />
      <Skeleton width="long" />
      <Skeleton width="medium" />
    </Stack>
  </>
);

/** The link that invites, and what came of it. */
export default function ProgrammeView({ actor }: { actor: ProgrammeActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { info, trouble } = snapshot.context;
  return (
    <Part
      id="referral-link"
      title={t('referral.link.title')}
      waiting={info === null && t('referral.link.reading')}
      outline={outline}
      unread={snapshot.matches('unread') && t('referral.link.unread')}
      trouble={trouble}
      again={wanted.type}
      onAgain={() => actor.send(wanted)}
    >
      {info && (
        <>
          <Terms info={info} />
          <Link actor={actor} snapshot={snapshot} info={info} />
          <Funnel info={info} />
          <Totals info={info} />
        </>
      )}
    </Part>
  );
}
