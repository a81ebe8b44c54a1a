import { productName } from '../../contract/product.ts';

/** In HTML, and in a string of a script that holds HTML: no sign of it ends either. */
const written = (name: string): string => name.replaceAll(/[^\p{L}\p{N} ._-]/gu, (sign) => `&#${sign.codePointAt(0)};`);

/** What was built with the product's name, by the name that this server has been given: where it is all that an element holds. */
export const withName = (text: string, name: string): string =>
  text.replaceAll(`>${productName}<`, () => `>${written(name)}<`);

/** What a device puts the page on its home screen by. Its colours are `--page` in the light: a manifest knows no theme. */
export const webManifest = (name: string): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    display: 'standalone',
    background_color: '#f4f8f8',
    theme_color: '#f4f8f8',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/app-icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
      { src: '/app-icon.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    ],
  });
