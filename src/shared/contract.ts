/** Names that the code and the editor agree on, but package.json doesn't contain. */

/** The authentication provider that shows the connections in the editor's Accounts menu. */
export const accountProviderId = 'switchyard';

/** The scheme of the URIs of response documents. */
export const responseScheme = 'switchyard-api-response';
