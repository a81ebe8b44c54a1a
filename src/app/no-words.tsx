import { Button } from '../ui/button.tsx';
import { Page, Stack } from '../ui/layout.tsx';
import { reloadPage } from '../platform/reload.ts';

/** The messages did not come, so these words stand here, in both languages. */
export const NoWords = () => (
  <main>
    <Page>
      <Stack gap={6}>
        <Stack gap={2}>
          <h1 lang="ru">Нет связи с сервером</h1>
          <p lang="ru">Проверьте сеть и откройте страницу ещё раз.</p>
        </Stack>
        <Stack gap={2}>
          <h2 lang="en">The server cannot be reached</h2>
          <p lang="en">Check your network and open the page again.</p>
        </Stack>
        <div>
          <Button variant="primary" onClick={reloadPage}>
            <span lang="ru">Открыть ещё раз</span> · <span lang="en">Open again</span>
          </Button>
        </div>
      </Stack>
    </Page>
  </main>
);
