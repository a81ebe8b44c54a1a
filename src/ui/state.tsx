import { lazy, Suspense, type ComponentType, type ReactNode, type Ref } from 'react';
import type { DrawingName } from './drawing.tsx';
import { useHeadingFocus } from './focus.ts';
import { windowOrHeading } from './handed-focus.ts';
import { PageName } from './page-name.tsx';
import { Passing } from './passing.tsx';
import css from './state.module.css';

const NoDrawing: ComponentType<{ name: DrawingName }> = () => null;

/** A picture says nothing that the words do not: it comes when it can, and its place is kept. */
const Drawing = lazy<ComponentType<{ name: DrawingName }>>(async () => {
  // Not `.then(module, failure)`: a style sheet that does not come is thrown past it, and takes the error page along.
  try {
    const module = await import('./drawing.tsx');
    return { default: module.Drawing };
  } catch {
    return { default: NoDrawing };
  }
});

interface StateProps {
  drawing?: DrawingName;
  /** What is the case, in one sentence. */
  title: string;
  text?: ReactNode;
  /** The one thing to do. */
  action?: ReactNode;
  /** The heading's level on its screen. */
  level?: 1 | 2;
  ref?: Ref<HTMLHeadingElement>;
}

function State({
  drawing,
  title,
  text,
  action,
  level = 2,
  ref,
  role,
}: StateProps & { drawing: DrawingName; role?: 'alert' | undefined }) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={css['state']}>
      <div className={css['picture']}>
        <Suspense>
          <Drawing name={drawing} />
        </Suspense>
      </div>
      {level === 1 && <PageName>{title}</PageName>}
      <div role={role}>
        <Heading className={css['title']} tabIndex={-1} ref={ref}>
          {title}
        </Heading>
        {text && <p className={css['text']}>{text}</p>}
      </div>
      {action && (
        <Passing heir={windowOrHeading} className={css['action']}>
          {action}
        </Passing>
      )}
    </div>
  );
}

/** Nothing is here, and that is no fault. */
export const EmptyState = (props: StateProps) => <State drawing="empty" {...props} />;

/**
 * Something could not be read: what is the case, and one way on. It is read aloud, unless it is by its heading, which takes the
 * focus. One that is all of a page takes a focus that is lost besides: its way on is then the next stop, not behind the frame.
 */
export function ErrorState(props: StateProps) {
  const heading = useHeadingFocus('');
  return (
    <State
      drawing="offline"
      role={'ref' in props ? undefined : 'alert'}
      ref={props.level === 1 ? heading : null}
      {...props}
    />
  );
}
