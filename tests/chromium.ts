import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import places from '../scripts/browsers.json' with { type: 'json' };

const onPath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => join(folder, name)));

/** The Chromium that is there; absent: Playwright takes the one it installed. */
export const executablePath = [process.env['CHROMIUM_PATH'], ...places, ...onPath].find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);

/**
 * What a browser of the tests goes without. Of several such lists Chromium heeds the last alone, so that what Playwright leaves out
 * stands here too. Beside it the two pages that fill the list below the address bar: each window loads both in a process of their
 * own, which takes longer than most pages of the product, and nobody types there.
 */
export const withoutFeatures = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** How every browser of the tests is started. */
export const launch = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${withoutFeatures.join(',')}`,
  ],
};
