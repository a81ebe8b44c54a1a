/** The product's name, in one place: page title, e-mail sender, manifest. Basis: added (the specification calls it "the product name"). */
export const productName = 'Statera';
