import { useSelector } from '@xstate/react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { placeOfDocument, type Verification } from '../../../contract/verification.ts';
import type { verificationMachine } from '../../../machines/flows/verification/verification.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { plainClick } from '../../ui/plain-click.ts';
import { saying } from '../../ui/says.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { SettingsPage } from '../menus/settings-page.tsx';
import css from './verification.module.css';

type Actor = ActorRefFrom<typeof verificationMachine>;
type Snapshot = SnapshotFrom<typeof verificationMachine>;

const whole = (snapshot: Snapshot) => snapshot;

function Level({ level, limits }: Verification['levels'][number]) {
  const { t } = useWords();
  return (
    <Surface as="section" className={css['level']} aria-labelledby={`level-${level}`}>
      <h3 className={css['heading']} id={`level-${level}`}>
        {t(`verification.level.${level}`)}
      </h3>
      <Facts
        facts={limits.map(({ flow, most, open, ways }) => ({
          key: flow,
          name: (
            <>
              {t(`verification.limit.${flow}`)}
              {ways > 1 && <span className={css['ways']}>{t('verification.ways', { open, ways })}</span>}
            </>
          ),
          value: <Amount amount={most} currency="USD" scale={2} />,
        }))}
      />
    </Surface>
  );
}

function Levels({ known }: { known: Verification }) {
  const { t } = useWords();
  return (
    <Stack gap={3} as="section">
      <h2 className={css['heading']}>{t('verification.unlocks')}</h2>
      <div className={css['levels']}>
        {known.levels.map((level) => (
          <Level key={level.level} {...level} />
        ))}
      </div>
      <p className={css['small']}>{t('verification.a_day')}</p>
    </Stack>
  );
}

function Documents({ actor, known }: { actor: Actor; known: Verification }) {
  const { t } = useWords();
  return (
    <Stack gap={3} as="section">
      <h2 className={css['heading']}>{t('verification.documents')}</h2>
      <p className={css['small']}>{t('verification.any')}</p>
      <Surface flush>
        <ul className={css['list']}>
          {known.documents.map(({ id, status }) => (
            <li key={id}>
              <a
                href={placeOfDocument(id)}
                className={css['row']}
                {...saying({ says: 'user.document opened', saysValue: id })}
                onClick={(event) => {
                  if (!plainClick(event)) return;
                  event.preventDefault();
                  actor.send({ type: 'user.document opened', value: id });
                }}
              >
                <span className={css['names']}>
                  <strong>{t(`verification.document.${id}`)}</strong>
                  <span className={css['small']}>{t(`verification.status.${status}`)}</span>
                </span>
                <ChevronRight size={20} className={css['chevron']} aria-hidden="true" />
              </a>
            </li>
          ))}
        </ul>
      </Surface>
    </Stack>
  );
}

/** First what there is to do: where a level is yet to be reached, the documents; where it is, what it allows. */
function Overview({ actor, known }: { actor: Actor; known: Verification }) {
  const { t } = useWords();
  const isReached = known.level === 1;
  return (
    <>
      <Notice tone={isReached ? 'success' : 'neutral'}>{t(`verification.is.${known.level}`)}</Notice>
      {!isReached && <Documents actor={actor} known={known} />}
      <Levels known={known} />
      {isReached && <Documents actor={actor} known={known} />}
    </>
  );
}

/** The level that was reached, and what it allows. */
function Congratulated({ known }: { known: Verification }) {
  const { t } = useWords();
  return (
    <Stack gap={4}>
      <p>{t('verification.success.text')}</p>
      <Stack gap={3} as="section">
        <h2 className={css['heading']}>{t('verification.success.unlocked')}</h2>
        {known.levels
          .filter(({ level }) => level === known.level)
          .map((level) => (
            <Level key={level.level} {...level} />
          ))}
        <p className={css['small']}>{t('verification.a_day')}</p>
      </Stack>
      <Row gap={3}>
        <LinkButton variant="primary" href="/deposit">
          {t('verification.success.deposit')}
        </LinkButton>
        <LinkButton href="/settings/verification">{t('document.all')}</LinkButton>
      </Row>
    </Stack>
  );
}

function Body({ actor, snapshot }: { actor: Actor; snapshot: Snapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { known, trouble } = snapshot.context;
  if (snapshot.matches('congratulated') && known) return <Congratulated known={known} />;
  if (snapshot.matches('shown') && known) return <Overview actor={actor} known={known} />;
  if (snapshot.matches('unread'))
    return (
      <Surface>
        <ErrorState
          title={t('verification.unread')}
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
      <Waiting>{t('verification.loading')}</Waiting>
      <Skeleton of="block" />
    </Surface>
  );
}

/** What each level unlocks, where the person stands, and their documents. */
export default function VerificationView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const isGood = snapshot.matches('congratulated');
  return (
    <SettingsPage
      title={t(isGood ? 'verification.success.title' : 'verification.title')}
      screen={isGood ? 'good' : 'overview'}
      current="settings-verification"
    >
      <Body actor={actor} snapshot={snapshot} />
    </SettingsPage>
  );
}
