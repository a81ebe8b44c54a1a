import css from './tabs.module.css';

interface TabsProps {
  label: string;
  tabs: readonly { href: string; label: string; current: boolean }[];
}

/** Places beside this one: links, so that each has an address. */
export const Tabs = ({ label, tabs }: TabsProps) => (
  <nav className={css['tabs']} aria-label={label}>
    {tabs.map(({ href, label: words, current }) => (
      <a key={href} className={css['tab']} href={href} aria-current={current ? 'page' : undefined}>
        {words}
      </a>
    ))}
  </nav>
);
