import type { ReactNode } from 'react';
import type { Fault } from '../../contract/errors.ts';
import { ErrorView } from '../features/error/error.tsx';
import { Boundary } from '../house/boundary.tsx';
import { Page } from '../ui/layout.tsx';

/** Stands when even the error page fails, so it needs no messages, no style and no machine. */
const PlainErrorPage = () => (
  <main>
    <p>An error occurred while showing the error page</p>
    <a href="/" rel="external">
      Home
    </a>
  </main>
);

export const ErrorPage = (props: { fault?: Fault; onReload?: () => void }) => (
  <main>
    <Page>
      <ErrorView {...props} />
    </Page>
  </main>
);

export const ErrorBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary instead={(fault) => <ErrorPage fault={fault} />}>{children}</Boundary>
);

/** Around everything, the error page as well. */
export const PlainBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary instead={() => <PlainErrorPage />}>{children}</Boundary>
);
