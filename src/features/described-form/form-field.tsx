import { lengthOf } from '../../../contract/fields/length.ts';
import type { ComponentProps } from 'react';
import type { Field, FieldKind } from '../../../contract/payment.ts';
import { holdFile } from '../../house/held-files.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { FileField } from '../../ui/file-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CardField } from './card-field.tsx';
import type { DescribedFormActor, DescribedFormSnapshot } from './described-form.view.tsx';

interface FormFieldProps {
  actor: DescribedFormActor;
  snapshot: DescribedFormSnapshot;
  field: Field;
}

/** How a line of text is typed, by what it holds. */
const typing: Partial<Record<FieldKind, Partial<ComponentProps<typeof TextField>>>> = {
  amount: { inputMode: 'decimal', autoComplete: 'off' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', spellCheck: false },
  date: { type: 'date' },
  iban: { autoComplete: 'off', spellCheck: false },
  crypto_address: { autoComplete: 'off', spellCheck: false },
};

/** What is said of these does not say how it should be: that the help says, which goes on standing there. */
const isByHint: ReadonlySet<string> = new Set(['bad_format', 'bad_file']);

/** One field, drawn by its kind. What is wrong with it stands in the place of its help. */
export function FormField({ actor, snapshot, field }: FormFieldProps) {
  const { t } = useWords();
  const told = useTold();
  const { name, kind, label, help, required, options = [], accept, longest } = field;
  const { values, files, wrong } = snapshot.context;
  const problem = wrong[name];
  const value = values[name] ?? '';
  const hints = [help !== undefined && t(`form.help.${help}`), !required && t('form.optional')].filter(Boolean);
  const hint = hints.length > 0 ? hints.join(' ') : undefined;
  const text = {
    label: t(`form.field.${label}`),
    ...(hint === undefined ? {} : { help: hint }),
    error: problem && [told(problem), isByHint.has(problem.code) ? hint : undefined].filter(Boolean).join(' '),
    name,
  };
  const filled = {
    ...text,
    value,
    says: 'user.field filled',
    saysFor: name,
    onValue: (typed: string) => actor.send({ type: 'user.field filled', field: name, value: typed }),
  };
  switch (kind) {
    case 'card':
      return <CardField actor={actor} snapshot={snapshot} {...text} />;
    case 'file':
      return (
        <FileField
          {...text}
          file={files[name]?.name ?? null}
          accept={accept?.join()}
          choose={t('payment.file.choose')}
          remove={t('payment.file.remove')}
          onFile={(file) =>
            actor.send({
              ...{ type: 'user.file given', field: name, value: holdFile(file) },
              ...{ name: file.name, size: file.size, media: file.type },
            })
          }
          onRemove={() => actor.send({ type: 'user.file removed', value: name })}
        />
      );
    case 'select':
      return <Select {...filled} options={[{ value: '', label: t('payment.select.none') }, ...options]} />;
    case 'comment':
      return (
        <TextArea
          {...filled}
          aside={longest === undefined ? undefined : t('payment.used', { used: lengthOf(value), most: longest })}
        />
      );
    default:
      return <TextField {...filled} {...typing[kind]} />;
  }
}
