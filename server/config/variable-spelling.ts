/** How the tool of a file names an environment variable in a value. */
import { variableStyles } from '../../common/generated/tools.ts';

/**
 * Returns the variable as it's written in a file of a tool; undefined if the tool isn't known to expand any.
 * @param tool name; Oh My Pi if undefined
 */
export function spelledVariable(name: string, tool: string | undefined): string | undefined {
  switch (tool === undefined ? 'own' : variableStyles[tool]) {
    case 'own':
      return `\${${name}}`;
    case 'env':
      return `\${env:${name}}`;
    case 'braces':
      return `{env:${name}}`;
    default:
      return undefined;
  }
}
