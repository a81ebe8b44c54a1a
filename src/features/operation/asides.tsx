import type { RefObject } from 'react';
import { findingOut } from '../../../machines/operation/operation.context.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack, Title } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Pair } from './pair.tsx';
import type { OperationActor, OperationSnapshot } from './screen-of.ts';
import css from './operation.module.css';

interface Parts {
  actor: OperationActor;
  snapshot: OperationSnapshot;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** `beside` a button that says what to do: then they are of one height. */
const BackButton = ({ actor, snapshot, beside = false }: Omit<Parts, 'heading'> & { beside?: boolean }) => {
  const { t } = useWords();
  return (
    <Button
      size={beside ? 'medium' : 'large'}
      says="user.went back"
      disabled={!snapshot.can({ type: 'user.went back' })}
      onClick={() => actor.send({ type: 'user.went back' })}
    >
      {t('operation.to_form')}
    </Button>
  );
};

const AskButton = ({ actor, snapshot }: Omit<Parts, 'heading'>) => {
  const { t } = useWords();
  return (
    <Button
      variant="primary"
      says="user.asked again"
      disabled={!snapshot.can({ type: 'user.asked again' })}
      onClick={() => actor.send({ type: 'user.asked again' })}
    >
      {t('operation.ask_again')}
    </Button>
  );
};

/** The terms are being worked out, or the operation is being read: the sheet in its final size. */
export function Opening({ actor, snapshot, heading, checking }: Parts & { checking: boolean }) {
  const { t } = useWords();
  return (
    <Stack gap={4}>
      <Surface as="section" className={css['sheet']}>
        <div className={css['top']}>
          <Title ref={heading}>{t(checking ? 'operation.checking.title' : 'operation.resuming.title')}</Title>
        </div>
        <div className={css['pair']}>
          <Skeleton of="mark" />
          <div className={css['side']}>
            <Skeleton width="short" />
            <Skeleton of="title" width="medium" />
          </div>
          <span className={css['way']} />
          <Skeleton of="mark" />
          <div className={css['side']}>
            <Skeleton width="short" />
            <Skeleton of="amount" width="long" />
          </div>
        </div>
        <Stack gap={3}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton width="long" />
        </Stack>
      </Surface>
      <Row>
        <BackButton actor={actor} snapshot={snapshot} />
      </Row>
    </Stack>
  );
}

/** Nobody could be asked: what is known, what is not, and how to ask again. */
export function Question({ actor, snapshot, heading, name }: Parts & { name: 'unreadable' | 'unknown' }) {
  const { t } = useWords();
  const { current } = snapshot.context;
  const isUnknown = name === 'unknown' && findingOut(snapshot.context) === 'lost';
  return (
    <Stack gap={4}>
      <Surface as="section" className={css['sheet']}>
        <ErrorState
          level={1}
          ref={heading}
          drawing="offline"
          title={t(isUnknown ? 'operation.unknown.title' : 'operation.unreadable.title')}
          text={t(isUnknown ? 'operation.unknown.text' : 'operation.unreadable.text')}
          action={
            <Row className={css['middle']}>
              <AskButton actor={actor} snapshot={snapshot} />
              {name === 'unreadable' && <BackButton actor={actor} snapshot={snapshot} beside />}
            </Row>
          }
        />
        {current && <Pair operation={current} />}
      </Surface>
    </Stack>
  );
}

/** The session ended in the middle; sign-in stands over this screen, and it goes on by itself. */
export function SignedOut({ actor, snapshot, heading }: Parts) {
  const { t } = useWords();
  return (
    <Surface as="section" className={css['sheet']}>
      <ErrorState
        level={1}
        ref={heading}
        drawing="lock"
        title={t('operation.signed_out.title')}
        text={t('operation.signed_out.text')}
        action={<AskButton actor={actor} snapshot={snapshot} />}
      />
    </Surface>
  );
}

const turned = {
  'nothing sent': 'ui.operation.nothing_sent',
  absent: 'error.no_operation',
  unread: 'operation.unreadable.title',
};

/** The flow takes the person back, where it says why: for the moment in between. */
export function Turned({ heading, why }: Pick<Parts, 'heading'> & { why: keyof typeof turned }) {
  const { t } = useWords();
  return (
    <Surface as="section" className={css['sheet']}>
      <ErrorState level={1} ref={heading} drawing={why === 'absent' ? 'lost' : 'empty'} title={t(turned[why])} />
    </Surface>
  );
}
