import type { ComponentProps } from 'react';
import type { Field } from '../../../contract/payment.ts';
import { isShort } from '../../../machines/flows/card-order/form.context.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion, Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Surface } from '../../ui/surface.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTold } from '../../ui/told.ts';
import { CardFace, useCardName } from '../bank-card/card-face.tsx';
import { OfferFacts } from '../bank-card/offer-facts.tsx';
import { OtherCard, type FormActor, type FormSnapshot } from './other-card.tsx';
import css from './card-order.module.css';

interface FieldsProps {
  actor: FormActor;
  snapshot: FormSnapshot;
}

/** How a browser may fill it. */
const choosing: Record<string, Partial<ComponentProps<typeof Select>>> = { country: { autoComplete: 'country' } };
const filling: Record<string, Partial<ComponentProps<typeof TextField>>> = {
  holder: { autoComplete: 'off', spellCheck: false },
  city: { autoComplete: 'address-level2' },
  street: { autoComplete: 'street-address' },
  postcode: { autoComplete: 'postal-code', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
};

function OneField({ actor, snapshot, field }: FieldsProps & { field: Field }) {
  const { t } = useWords();
  const told = useTold();
  const { name, label, help, options } = field;
  const problem = snapshot.context.wrong[name];
  const hint = help === undefined ? undefined : t(`form.help.${help}`);
  const filled = {
    label: t(`form.field.${label}`),
    ...(hint === undefined ? {} : { help: hint }),
    // That the form is wrong does not say how it should be: that the help says, which goes on standing there.
    error: problem && [told(problem), problem.code === 'bad_format' ? hint : undefined].filter(Boolean).join(' '),
    name,
    value: snapshot.context.values[name] ?? '',
    says: 'user.field filled',
    saysFor: name,
    onValue: (value: string) => actor.send({ type: 'user.field filled', field: name, value }),
  };
  return options ? (
    <Select {...filled} {...choosing[name]} options={[{ value: '', label: t('payment.select.none') }, ...options]} />
  ) : (
    <TextField {...filled} {...filling[name]} />
  );
}

/** The card with its price, and for plastic where it is sent to. */
export function CardFields({ actor, snapshot }: FieldsProps) {
  const { t } = useWords();
  const told = useTold();
  const concealed = useConcealed();
  const name = useCardName();
  const { form, trouble, wrong, corrections } = snapshot.context;
  const place = useErrorFocus<HTMLFormElement>(corrections);
  if (!form) return null;
  const { offer, fields, available } = form;
  const { code, scale } = offer.currency;
  const count = snapshot.hasTag('corrected') ? Object.keys(wrong).length : 0;
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
          <div className={css['what']}>
            <CardFace card={offer} />
            <h2 className={css['heading']}>{name(offer)}</h2>
          </div>
          <OfferFacts
            offer={offer}
            more={[
              {
                key: 'available',
                name: t('card_order.available'),
                value: <Amount amount={available} currency={code} scale={scale} hidden={concealed} />,
              },
            ]}
          />
          {isShort(snapshot.context) && (
            <Notice tone="warning" action={<a href="/deposit">{t('card_order.top_up')}</a>}>
              {t('card_order.short')}
            </Notice>
          )}
          {fields.length > 0 && (
            <Stack gap={4}>
              <h2 className={css['heading']}>{t('card_order.address')}</h2>
              {fields.map((field) => (
                <OneField key={field.name} actor={actor} snapshot={snapshot} field={field} />
              ))}
            </Stack>
          )}
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            main
            says="user.submitted"
            pending={snapshot.matches({ editing: 'checking' })}
          >
            {t('card_order.submit')}
          </Button>
          <Row className={css['end']}>
            <OtherCard actor={actor} variant="plain" />
          </Row>
        </Surface>
      </Stack>
    </form>
  );
}
