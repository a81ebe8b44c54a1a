import type { FormEvent, ReactNode } from 'react';
import type { Trouble } from '../../../machines/form/trouble.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion, Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';

interface SignInFormProps {
  /** How often a press found something to correct, and in how many fields the last one did. */
  corrections: number;
  wrong: number;
  trouble: Trouble | null;
  submit: string;
  busy: boolean;
  onSubmit: () => void;
  children: ReactNode;
  /** The other ways on, below the main button. */
  asides: ReactNode;
}

/** What is wrong with the whole, the fields, one main button, and the other ways on. */
export function SignInForm({ corrections, wrong, trouble, submit, busy, onSubmit, children, asides }: SignInFormProps) {
  const { t, locale } = useWords();
  const form = useErrorFocus<HTMLFormElement>(corrections);
  const submitted = (event: FormEvent) => {
    event.preventDefault();
    // Enter in a field presses even a button that is at work.
    if (!busy) onSubmit();
  };
  return (
    <form ref={form} noValidate onSubmit={submitted}>
      <Stack gap={4}>
        {trouble && (
          <Notice tone="danger" alert>
            {tellTrouble(trouble, t, locale)}
          </Notice>
        )}
        <LiveRegion assertive>{wrong > 0 ? t('form.errors', { count: wrong }) : ''}</LiveRegion>
        {children}
        <Button type="submit" variant="primary" wide says="user.submitted" main pending={busy}>
          {submit}
        </Button>
        {asides && (
          <Row gap={2} spread>
            {asides}
          </Row>
        )}
      </Stack>
    </form>
  );
}

/** A control beside the main one: a quiet way on. It keeps the focus while it has to wait. */
export const Aside = ({
  says,
  may,
  onClick,
  children,
}: {
  says: string;
  may: boolean;
  onClick: () => void;
  children: ReactNode;
}) => (
  <Button variant="plain" says={says} aria-disabled={!may} onClick={may ? onClick : undefined}>
    {children}
  </Button>
);
