/** Names that the code and the editor agree on, but package.json doesn't contain. */

/** The scheme of the URIs of response documents. */
export const responseScheme = 'switchyard-api-response';
