import {
  mistakes,
  pairOf,
  shownPreview,
  shownProblem,
} from '../../../machines/described-form/described-form.context.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion, Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Surface } from '../../ui/surface.tsx';
import { DayWay } from '../amount/day-way.tsx';
import { Parts } from '../amount/parts.tsx';
import { SideField } from '../amount/side-field.tsx';
import { AnotherMethod } from './another-method.tsx';
import type { DescribedFormActor, DescribedFormSnapshot } from './described-form.view.tsx';
import { FormField } from './form-field.tsx';
import { Foretold } from './foretold.tsx';
import css from './described-form.module.css';

/** To whom: the fields that the method asks for, and those who had money before. */
function Details({ actor, snapshot }: { actor: DescribedFormActor; snapshot: DescribedFormSnapshot }) {
  const { t } = useWords();
  const { form, recipient } = snapshot.context;
  if (!form || (form.fields.length === 0 && !form.recipients?.length)) return null;
  return (
    <Stack gap={4}>
      {form.recipients && form.recipients.length > 0 && (
        <Select
          label={t('payment.recipients')}
          says="user.saved recipient chosen"
          value={recipient}
          options={[
            { value: '', label: t('payment.recipient.new') },
            ...form.recipients.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onValue={(value) => actor.send({ type: 'user.saved recipient chosen', value })}
        />
      )}
      {form.fields.map((field) => (
        <FormField key={field.name} actor={actor} snapshot={snapshot} field={field} />
      ))}
    </Stack>
  );
}

/** Two amounts, of which either can be typed, and below them whatever the method asks for. */
export function FilledForm({ actor, snapshot }: { actor: DescribedFormActor; snapshot: DescribedFormSnapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const { form, kind, trouble, corrections } = context;
  const place = useErrorFocus<HTMLFormElement>(corrections);
  const count = snapshot.hasTag('corrected') ? mistakes(context) : 0;
  if (!form) return null;
  const pair = pairOf(form);
  const amounts = {
    ...{ actor, pair, entry: context.entry, preview: shownPreview(context) },
    problem: shownProblem(context, snapshot.hasTag('corrected')),
    dayWay: pair.today && <DayWay today={pair.today} />,
  };
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.submitted' });
      }}
    >
      <LiveRegion assertive>{count > 0 ? t('form.errors', { count }) : ''}</LiveRegion>
      <Stack gap={4}>
        {trouble && (
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        )}
        <Surface className={css['form']}>
          <Stack gap={3}>
            <SideField label={t(`operation.give.${kind}`)} side="give" {...amounts} />
            {form.available !== undefined && <Parts actor={actor} snapshot={snapshot} />}
          </Stack>
          <SideField label={t(`operation.get.${kind}`)} side="get" {...amounts} />
          <Details actor={actor} snapshot={snapshot} />
          <Foretold actor={actor} snapshot={snapshot} pair={pair} />
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            main
            says="user.submitted"
            pending={snapshot.matches({ editing: { filling: 'checking' } })}
          >
            {t('exchange.submit')}
          </Button>
          <Row className={css['end']}>
            <AnotherMethod actor={actor} variant="plain" />
          </Row>
        </Surface>
      </Stack>
    </form>
  );
}
