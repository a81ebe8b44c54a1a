import type { AnnexInput } from '../../machines/root/events.ts';
import type { World } from '../../machines/root/provide.ts';
import type { FlowName } from '../../machines/root/flows.ts';
import type { createScanner } from '../../machines/scanner/scan-responses.ts';
import { clockTicks } from '../platform/clock.ts';
import { discardDrafts } from '../platform/discard-drafts.ts';
import { goBack, historyChanges, pushAddress, replaceAddress } from '../platform/history.ts';
import { keepMemory } from '../platform/memory.ts';
import { pageLife } from '../platform/page-life.ts';
import { reloadPage } from '../platform/reload.ts';
import { tabsNews, tellTabs } from '../platform/tabs.ts';
import { applyTheme } from '../platform/theme.ts';
import { pageWriting } from '../platform/writing.ts';
import type { LooseInput } from '../transport/call-url.ts';
import type { Transport } from '../transport/send-call.ts';
import { loadLanguage, showLanguage } from './words.ts';

interface Means {
  transport: Transport;
  scanner: ReturnType<typeof createScanner>;
  loadFlow: (flow: FlowName) => Promise<void>;
  loadAnnex: () => Promise<AnnexInput>;
}

/** What stands behind each name that a machine calls. */
export const createWorld = ({ transport, scanner, loadFlow, loadAnnex }: Means): World => ({
  call: (spec, input, signal) => transport.sendCall(spec, input as LooseInput | undefined, signal as AbortSignal),
  asks: {
    'annex.load': loadAnnex,
    'flow.load': async ({ flow }: { flow: FlowName }) => {
      await loadFlow(flow);
      return { flow };
    },
    'language.load': loadLanguage,
  },
  sources: {
    responses: () => scanner.signals(transport.responses$),
    'history.changes': historyChanges,
    'clock.ticks': clockTicks,
    'page.life': pageLife,
    'page.writing': pageWriting,
    'tabs.news': tabsNews,
  },
  effects: {
    'history.push': pushAddress,
    'history.replace': replaceAddress,
    'history.back': goBack,
    'drafts.discard': discardDrafts,
    'page.language': showLanguage,
    'page.reload': reloadPage,
    'theme.apply': applyTheme,
    'memory.keep': keepMemory,
    'tabs.tell': tellTabs,
    'answers.forget': () => scanner.forget(transport.issued()),
  },
});
