import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { useWords } from '../../../src/i18n/words.ts';
import type { Plant, plantedMachine } from './planted.machine.ts';

const plantOf = ({ value }: SnapshotFrom<typeof plantedMachine>): Plant => value as Plant;

function Broken({ plant }: { plant: Plant }) {
  const { t, locale } = useWords();
  useEffect(() => {
    if (plant === 'loud') console.error('a complaint');
    if (plant === 'calling') fetch('/api/auth/check').catch(() => undefined);
  }, [plant]);
  switch (plant) {
    case 'unread':
      return <input />;
    case 'wordless':
      return t('planted.no such key');
    case 'wordless in Russian':
      return locale === 'ru' ? t('planted.no such key') : null;
    case 'wide':
      return <div style={{ width: 2000 }}>wide</div>;
    case 'wide for a phone':
      return <div style={{ width: 600 }}>wide</div>;
    case 'dim in the dark':
      return <p style={{ color: 'light-dark(#000, #333)' }}>dim</p>;
    default:
      return null;
  }
}

/** A screen that is sound, but for the one fault that its state stands for. */
export default function PlantedView({ actor }: { actor: ActorRefFrom<typeof plantedMachine> }) {
  const plant = useSelector(actor, plantOf);
  if (plant === 'empty') return <div hidden>nobody sees this</div>;
  return (
    <main>
      <h1>{plant}</h1>
      <Broken plant={plant} />
    </main>
  );
}
