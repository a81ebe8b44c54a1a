import { pageConfig, usualPageConfig, type PageConfig } from '../../contract/page-config.ts';

const written = (): PageConfig => {
  try {
    return pageConfig.parse(
      JSON.parse(document.querySelector<HTMLMetaElement>('meta[name=page-config]')?.content ?? ''),
    );
  } catch {
    return usualPageConfig;
  }
};

let read: PageConfig | undefined;

/** What the server wrote into this page, read once; what stands in a page that it did not write or spoilt is as usual. */
export const configOfPage = (): PageConfig => (read ??= written());
