export interface DraftName {
  account: string;
  key: string;
}

export const draftPrefix = 'draft/';
export const nameOfDraft = ({ account, key }: DraftName): string =>
  `${draftPrefix}${encodeURIComponent(account)}/${key}`;
