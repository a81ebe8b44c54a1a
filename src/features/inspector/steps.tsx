import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { replayedTo, words } from '../../../machines/inspector/inspector.words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import css from './inspector.module.css';
import { headOf } from './head-of.ts';
import type { InspectorActor, InspectorSnapshot } from './inspector.view.tsx';
import { useSay } from './use-say.ts';

const icons = {
  first: <ChevronFirst size={20} aria-hidden="true" />,
  back: <ChevronLeft size={20} aria-hidden="true" />,
  forward: <ChevronRight size={20} aria-hidden="true" />,
  last: <ChevronLast size={20} aria-hidden="true" />,
};

/** Back and forth through the entries, by itself too, and out of the past. */
export function Steps({ actor, snapshot }: { actor: InspectorActor; snapshot: InspectorSnapshot }) {
  const say = useSay();
  const { book, reading } = snapshot.context;
  /** What cannot be done now keeps the focus: the keys go on from there. */
  const button = (event: Parameters<InspectorActor['send']>[0]) => {
    const can = snapshot.can(event);
    return { 'aria-disabled': !can || undefined, onClick: () => can && actor.send(event) };
  };
  const stepper = (value: keyof typeof icons) => (
    <IconButton
      label={say(words[value])}
      says="user.stepped"
      saysValue={value}
      {...button({ type: 'user.stepped', value })}
    >
      {icons[value]}
    </IconButton>
  );
  const plays = snapshot.matches({ open: 'playing' });
  return (
    <div className={css['steps']}>
      <div className={css['buttons']} role="group" aria-label={say(words.steps)} title={say(words.keys)}>
        {stepper('first')}
        {stepper('back')}
        <IconButton
          label={say(plays ? words.pause : words.play)}
          says={plays ? 'user.paused' : 'user.played'}
          {...button({ type: plays ? 'user.paused' : 'user.played' })}
        >
          {plays ? <Pause size={20} aria-hidden="true" /> : <Play size={20} aria-hidden="true" />}
        </IconButton>
        {stepper('forward')}
        {stepper('last')}
        <PassingButton size="small" says="user.live wanted" heir={headOf} {...button({ type: 'user.live wanted' })}>
          {say(book?.live ? words.toLive : words.closeLook)}
        </PassingButton>
      </div>
      {book?.whole === false && <p className={css['warning']}>{say(words.notWhole)}</p>}
      {book?.otherBuild && book.whole && <p className={css['warning']}>{say(words.otherBuild)}</p>}
      {book?.whole === true && reading.ready < reading.entries && (
        <p className={css['quiet']}>{say(replayedTo(reading.ready, reading.entries))}</p>
      )}
    </div>
  );
}
