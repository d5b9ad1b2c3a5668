/** The product's version, for a command line that is one file. A test holds it to package.json's. */
export const PRODUCT_VERSION = "0.1.0";
