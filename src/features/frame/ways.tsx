/** They come together: what they have in common is most of them. */
export { default as OfferView } from '../offer/offer.view.tsx';
export { default as UnsentView } from '../unsent/unsent.view.tsx';
