import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Card, CardOffer } from '../../../contract/card.ts';
import type { cardsMachine } from '../../../machines/flows/cards/cards.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Page, Stack, Title, VisuallyHidden } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { plainClick } from '../../ui/plain-click.ts';
import { saying } from '../../ui/says.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { useTop } from '../../ui/top.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Sections } from '../menus/sections.tsx';
import { CardFace, useCardName } from '../bank-card/card-face.tsx';
import { OfferFacts } from '../bank-card/offer-facts.tsx';
import css from './cards.module.css';

type Actor = ActorRefFrom<typeof cardsMachine>;
type Snapshot = SnapshotFrom<typeof cardsMachine>;

const whole = (snapshot: Snapshot) => snapshot;

function Offer({ actor, offer }: { actor: Actor; offer: CardOffer }) {
  const { t } = useWords();
  const name = useCardName()(offer);
  return (
    <li>
      <Surface className={css['offer']}>
        <div className={css['head']}>
          <CardFace card={offer} />
          <h2 className={css['name']}>{name}</h2>
        </div>
        <OfferFacts offer={offer} />
        {offer.closed ? (
          <>
            <p className={css['closed']}>{t(`card.closed.${offer.closed}`)}</p>
            {offer.closed === 'unverified' && (
              <LinkButton wide href="/settings/verification">
                {t('card.verify')}
              </LinkButton>
            )}
          </>
        ) : (
          <LinkButton
            wide
            href={`/cards/order/${offer.id}`}
            says="user.offer chosen"
            saysValue={offer.id}
            onFollow={() => actor.send({ type: 'user.offer chosen', value: offer.id })}
          >
            {t('cards.order')}
            <VisuallyHidden>: {name}</VisuallyHidden>
          </LinkButton>
        )}
      </Surface>
    </li>
  );
}

function Own({ actor, card }: { actor: Actor; card: Card }) {
  const { t } = useWords();
  const concealed = useConcealed();
  const name = useCardName()(card);
  const { id, last_four: lastFour, status, available, currency } = card;
  return (
    <li>
      <a
        href={`/cards/my/${id}`}
        className={css['row']}
        {...saying({ says: 'user.card opened', saysValue: id })}
        onClick={(event) => {
          if (!plainClick(event)) return;
          event.preventDefault();
          actor.send({ type: 'user.card opened', value: id });
        }}
      >
        <CardFace card={card} small still={status !== 'active'} />
        <span className={css['names']}>
          <strong>{name}</strong>
          <span className={css['small']}>
            {lastFour !== undefined && <span>•• {lastFour}</span>}
            {lastFour !== undefined && ' · '}
            <span>{t(`card.status.${status}`)}</span>
          </span>
        </span>
        {status !== 'expired' && (
          <span className={css['amount']}>
            <span className={css['small']}>{t('card.available')}</span>
            <Amount amount={available} currency={currency.code} scale={currency.scale} hidden={concealed} />
          </span>
        )}
      </a>
    </li>
  );
}

function Loading() {
  const { t } = useWords();
  return (
    <Surface>
      <Waiting>{t('cards.loading')}</Waiting>
      <Skeleton of="block" />
    </Surface>
  );
}

function Body({ actor, snapshot }: { actor: Actor; snapshot: Snapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { mine, offers, cards, trouble } = snapshot.context;
  if (snapshot.hasTag('attention'))
    return (
      <Surface>
        <ErrorState
          title={t('cards.unread')}
          text={trouble && told(trouble)}
          action={
            <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
              {t('form.retry')}
            </Button>
          }
        />
      </Surface>
    );
  if (snapshot.hasTag('busy')) return <Loading />;
  if (!mine)
    return (
      <>
        <p className={css['lead']}>{t('cards.list.text')}</p>
        <ul className={css['offers']}>
          {offers?.map((offer) => (
            <Offer key={offer.id} actor={actor} offer={offer} />
          ))}
        </ul>
      </>
    );
  if (!cards?.length)
    return (
      <Surface>
        <EmptyState
          title={t('cards.none.title')}
          text={t('cards.none.text')}
          action={<LinkButton href="/cards/list">{t('cards.none.order')}</LinkButton>}
        />
      </Surface>
    );
  return (
    <Surface flush>
      <ul className={css['rows']}>
        {cards.map((card) => (
          <Own key={card.id} actor={actor} card={card} />
        ))}
      </ul>
    </Surface>
  );
}

/** Cards that can be ordered, or those that somebody has. */
export default function CardsView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const current = snapshot.context.mine ? 'cards-my' : 'cards-list';
  const heading = useHeadingFocus(current);
  useTop(current);
  return (
    <Page width="list">
      <Stack gap={6}>
        <Title ref={heading} size="large">
          {t(`section.${current}`)}
        </Title>
        <Sections list="cards" current={current} />
        <Body actor={actor} snapshot={snapshot} />
      </Stack>
    </Page>
  );
}
