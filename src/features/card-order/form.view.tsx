import { useStep } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Row, Stack, Title } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { CardFields } from './card-fields.tsx';
import { OtherCard, type FormActor, type FormSnapshot } from './other-card.tsx';
import { OrderSteps } from './order-steps.tsx';
import css from './card-order.module.css';

/** No form: the card cannot be ordered, or the form could not be read. */
function Absent({ actor, snapshot }: { actor: FormActor; snapshot: FormSnapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { trouble, form } = snapshot.context;
  const why = form?.offer.closed;
  return snapshot.matches('unread') ? (
    <ErrorState
      title={t('card_order.unread')}
      text={trouble && told(trouble)}
      action={
        <Row>
          <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
            {t('form.retry')}
          </Button>
          <OtherCard actor={actor} variant="quiet" />
        </Row>
      }
    />
  ) : (
    <ErrorState
      drawing="lost"
      title={t('card_order.unavailable.title')}
      text={t(why ? `card.closed.${why}` : 'card_order.unavailable.text')}
      action={
        why === 'unverified' ? (
          <Row>
            <LinkButton variant="primary" href="/settings/verification">
              {t('card.verify')}
            </LinkButton>
            <OtherCard actor={actor} variant="quiet" />
          </Row>
        ) : (
          <OtherCard actor={actor} variant="primary" />
        )
      }
    />
  );
}

/** What is ordered and where it is sent to: loading, not to be had, or the form itself. */
export default function FormView({ actor }: { actor: FormActor }) {
  const { t } = useWords();
  const snapshot = useStep(actor);
  const isAbsent = snapshot.matches('unavailable') || snapshot.matches('unread');
  const isForm = !isAbsent && (snapshot.hasTag('form') || snapshot.context.form !== null);
  const heading = useHeadingFocus(isForm ? 'form' : isAbsent ? 'absent' : 'loading');
  return (
    <Stack gap={4}>
      <Title ref={heading}>{t('card_order.title')}</Title>
      {!isAbsent && <OrderSteps now="fill" />}
      {isForm && <CardFields actor={actor} snapshot={snapshot} />}
      {isAbsent && (
        <Surface>
          <Absent actor={actor} snapshot={snapshot} />
        </Surface>
      )}
      {!isForm && !isAbsent && (
        <Surface className={css['form']}>
          <Waiting>{t('card_order.loading')}</Waiting>
          <Skeleton of="block" />
          <Skeleton of="field" />
        </Surface>
      )}
    </Stack>
  );
}
