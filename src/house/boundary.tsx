import { Component, type ReactNode } from 'react';
import { faultOf, type Fault } from '../../contract/errors.ts';

interface BoundaryProps {
  /** What stands here when something below cannot be drawn, until the page is opened anew. */
  instead: (fault: Fault) => ReactNode;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { fault?: Fault }> {
  override state: { fault?: Fault } = {};

  static getDerivedStateFromError = (thrown: unknown) => ({ fault: faultOf(thrown) });

  override render() {
    return this.state.fault ? this.props.instead(this.state.fault) : this.props.children;
  }
}
