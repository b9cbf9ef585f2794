/** How tools name an environment variable in a value. */
import { variableStyles } from '../../common/generated/tools.ts';

type Style = (typeof variableStyles)[string];

/** Returns a variable in the syntax of a tool. */
export function variableInStyle(style: Style, name: string): string {
  if (style === 'own') return `\${${name}}`;
  return style === 'env' ? `\${env:${name}}` : `{env:${name}}`;
}

/**
 * Returns the variable as it's written in a file of a tool; undefined if the tool isn't known to expand any.
 * @param tool name; Oh My Pi if undefined
 */
export function spelledVariable(name: string, tool: string | undefined): string | undefined {
  const style = tool === undefined ? 'own' : variableStyles[tool];
  return style && variableInStyle(style, name);
}
