import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  /** What stands here when something below cannot be drawn, until the page is opened anew. */
  instead: ReactNode;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
