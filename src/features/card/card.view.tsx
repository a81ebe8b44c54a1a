import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Card } from '../../../contract/card.ts';
import type { cardMachine } from '../../../machines/flows/card/card.machine.ts';
import { formatDay } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { Facts } from '../../ui/facts.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { LiveRegion, Page, Row, Stack, Title } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { CardFace, useCardName } from '../bank-card/card-face.tsx';
import type { ListActor } from '../list/list.view.tsx';
import { Sections } from '../menus/sections.tsx';
import LimitsView, { type LimitsActor } from './limits.view.tsx';
import LookView, { type LookActor } from './look.view.tsx';
import { Payments } from './payments.tsx';
import css from './card.module.css';

type Actor = ActorRefFrom<typeof cardMachine>;
type Snapshot = SnapshotFrom<typeof cardMachine>;

const whole = (snapshot: Snapshot) => snapshot;
// The type of a child is the union of all that the machine may invoke; its id says which.
const lookOf = ({ children }: Snapshot) => children['look'] as LookActor | undefined;
const limitsOf = ({ children }: Snapshot) => children['limits'] as LimitsActor | undefined;
const listOf = ({ children }: Snapshot) => children['list'] as ListActor | undefined;

const frozen = { type: 'user.frozen' } as const;
const unfrozen = { type: 'user.unfrozen' } as const;
const askedAgain = { type: 'user.state asked again' } as const;
const orderOpened = { type: 'user.order opened' } as const;

/** What there is to do with it now, and what is to be known. */
function Standing({ actor, snapshot, known }: { actor: Actor; snapshot: Snapshot; known: Card }) {
  const { t } = useWords();
  const told = useTold();
  const { trouble, order, id } = snapshot.context;
  const { status } = known;
  const isChanging = (['freezing', 'unfreezing', 'finding out'] as const).some((made) => snapshot.matches({ made }));
  const isInDoubt = snapshot.matches({ made: 'finding out' }) || snapshot.matches({ made: 'unknown' });
  const change = status === 'frozen' ? unfrozen : frozen;
  if (snapshot.matches('making'))
    return (
      <>
        <Notice>{t('card.ordered.text')}</Notice>
        <Row>
          <LinkButton
            href={order ?? `/cards/order/confirm?operation=${id}`}
            says={orderOpened.type}
            onFollow={() => actor.send(orderOpened)}
          >
            {t('card.order.open')}
          </LinkButton>
        </Row>
      </>
    );
  // Beside a button it stands back; alone it has an edge that stands where all others do.
  const isAlone = status === 'sent' || status === 'expired';
  const receipt = order && (
    <LinkButton variant={isAlone ? 'quiet' : 'plain'} href={order}>
      {t('card.receipt')}
    </LinkButton>
  );
  if (snapshot.matches('over'))
    return (
      <>
        {receipt && <Row>{receipt}</Row>}
        <Notice tone="warning">{t('card.expired.text')}</Notice>
      </>
    );
  return (
    <>
      {/* What comes of a press stands below its button, which stays where it was pressed. */}
      {(status !== 'sent' || order) && (
        <Row>
          {status !== 'sent' && (
            <Button
              says={change.type}
              pending={isChanging}
              aria-disabled={!snapshot.can(change) || undefined}
              onClick={() => actor.send(change)}
            >
              {t(status === 'frozen' ? 'card.unfreeze' : 'card.freeze')}
            </Button>
          )}
          {receipt}
        </Row>
      )}
      {status === 'frozen' && !isInDoubt && <Notice tone="warning">{t('card.frozen.text')}</Notice>}
      {status === 'sent' && <Notice>{t('card.sent.text')}</Notice>}
      {snapshot.matches({ made: 'unknown' }) ? (
        <Notice
          tone="warning"
          alert
          title={t('card.unknown')}
          action={
            <Button size="small" says={askedAgain.type} onClick={() => actor.send(askedAgain)}>
              {t('card.ask_again')}
            </Button>
          }
        >
          {trouble && told(trouble)}
        </Notice>
      ) : (
        trouble && (
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        )
      )}
      {snapshot.matches({ made: 'finding out' }) && <Waiting>{t('card.finding')}</Waiting>}
    </>
  );
}

/** `2030-01` as it is printed on a card. */
const monthOf = (expires: string): string => `${expires.slice(5)}/${expires.slice(2, 4)}`;

function About({ actor, snapshot, known }: { actor: Actor; snapshot: Snapshot; known: Card }) {
  const { t, locale } = useWords();
  const concealed = useConcealed();
  const { currency, available, spent, expires, status, arrives, last_four: lastFour } = known;
  const amount = (value: string) => (
    <Amount amount={value} currency={currency.code} scale={currency.scale} hidden={concealed} />
  );
  return (
    <Surface as="section" aria-labelledby="card-about">
      <Stack gap={4}>
        <div className={css['top']}>
          <CardFace card={known} still={status !== 'active'} />
          <div className={css['said']}>
            <div>
              <h2 id="card-about" tabIndex={-1} className={css['heading']}>
                {t(`card.status.${status}`)}
              </h2>
              {lastFour !== undefined && <p className={css['note']}>•• {lastFour}</p>}
            </div>
            {(snapshot.matches('made') || snapshot.matches('over')) && (
              <Facts
                facts={[
                  ...(snapshot.matches('over')
                    ? []
                    : [
                        { key: 'available', name: t('card.available'), value: amount(available) },
                        { key: 'spent', name: t('card.spent'), value: amount(spent) },
                      ]),
                  ...(arrives
                    ? [
                        {
                          key: 'arrives',
                          name: t('card.arrives'),
                          value: `${formatDay(arrives.from, locale)} – ${formatDay(arrives.to, locale)}`,
                        },
                      ]
                    : []),
                  ...(expires === undefined
                    ? []
                    : [{ key: 'expires', name: t('card.expires'), value: monthOf(expires) }]),
                ]}
              />
            )}
          </div>
        </div>
        <Standing actor={actor} snapshot={snapshot} known={known} />
      </Stack>
    </Surface>
  );
}

/** There is nothing to show, or not yet. */
function Without({ actor, snapshot }: { actor: Actor; snapshot: Snapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { trouble } = snapshot.context;
  if (snapshot.matches('absent'))
    return (
      <Surface>
        <ErrorState
          drawing="lost"
          title={t('card.absent.title')}
          text={t('card.absent.text')}
          action={<LinkButton href="/cards/my">{t('section.cards-my')}</LinkButton>}
        />
      </Surface>
    );
  if (snapshot.matches('unread'))
    return (
      <Surface>
        <ErrorState
          title={t('card.unread')}
          text={trouble && told(trouble)}
          action={
            <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
              {t('form.retry')}
            </Button>
          }
        />
      </Surface>
    );
  return (
    <Surface>
      <Waiting>{t('card.loading')}</Waiting>
      <Skeleton of="block" />
    </Surface>
  );
}

/** One card: how it stands, its number for a moment, its limits, what was paid with it. */
export default function CardView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const name = useCardName();
  const snapshot = useSelector(actor, whole);
  const look = useSelector(actor, lookOf);
  const limits = useSelector(actor, limitsOf);
  const list = useSelector(actor, listOf);
  const { known } = snapshot.context;
  const heading = useHeadingFocus(known ? 'card' : snapshot.hasTag('attention') ? 'absent' : 'loading');
  return (
    <Page>
      <Stack gap={6}>
        <Title ref={heading} called={t('card.title')}>
          {known ? name(known) : t('card.title')}
        </Title>
        <Sections list="cards" />
        <LiveRegion>{known ? t(`card.status.${known.status}`) : ''}</LiveRegion>
        {!known && <Without actor={actor} snapshot={snapshot} />}
        {known && <About actor={actor} snapshot={snapshot} known={known} />}
        {known && look && <LookView actor={look} />}
        {known && limits && <LimitsView actor={limits} />}
        {known && list && <Payments actor={list} scale={known.currency.scale} />}
      </Stack>
    </Page>
  );
}
