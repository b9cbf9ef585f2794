import type { Tool, tools } from '../../shared/generated/names.ts';

/** A tool that needs an account. */
export type AccountTool = Exclude<Tool, typeof tools.explainServer>;
