import { createElement, type ComponentProps } from 'react';

interface Data {
  name: string;
  node: readonly [tag: string, attributes: Record<string, string>][];
}

type Props = ComponentProps<'svg'> & { size?: number };

/**
 * Stands in a build for what Lucide makes its icons with: no icon here has another name, a context, or words of its own, and every
 * page would carry and run what they ask for.
 */
export default function createLucideIcon({ name, node }: Data) {
  return ({ size = 24, className = '', ...rest }: Props) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`lucide-${name} ${className}`}
      {...rest}
    >
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  );
}
