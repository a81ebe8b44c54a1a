import { builtRoutes } from '../../../machines/root/flows.ts';
import { builtSections, type Section, type SectionList } from '../../../machines/residents/navigation/sections.ts';
import { useWords } from '../../i18n/words.ts';
import { Tabs } from '../../ui/tabs.tsx';

/** The places beside the one where we are, of a list of the specification: those that are built. */
export function Sections({ list, current }: { list: SectionList; current?: Section }) {
  const { t } = useWords();
  return (
    <Tabs
      label={t(`sections.${list}`)}
      tabs={builtSections(list, builtRoutes).map(({ name, path }) => ({
        href: path,
        label: t(`section.${name}`),
        current: name === current,
      }))}
    />
  );
}
