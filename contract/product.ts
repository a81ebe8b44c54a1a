/**
 * The product's name, in one place: page title, e-mail sender, manifest; `PRODUCT_NAME` gives a server another one. Basis: added
 * (the specification calls it "the product name").
 */
export const productName = 'Statera';
