export const writeTitle = ({ title }: { title: string }): void => {
  document.title = title;
};
