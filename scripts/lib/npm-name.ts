/** The name of the npm package, and who may publish it. The only place: `npm run release:check` compares all others. */

/** A name in the scope of the project, because a name without a scope can belong to anyone. */
export const npmName = '@switchyard-dev/mcp-config';

/** The npm user or organization that owns the package. */
export const npmOwner = 'switchyard-dev';
