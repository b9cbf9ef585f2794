/** The facts of one tool, by its ID. */
import type { TargetFormat } from '../../common/generated/targets.ts';
import type { ToolId } from '../../common/generated/tools.ts';
import type { VariableForm } from '../config/variables/written-variables.ts';
import { allTools } from './all-tools.ts';
import { commandLine } from './formats.ts';
import type { SourceFormat } from './source-format.ts';
import type { TargetTraits } from './target-format.ts';
import type { Tool } from './tool.ts';
import { unknownVariables, type VariableFacts } from './variable-facts.ts';

const byId: ReadonlyMap<ToolId, Tool> = new Map(allTools.map((tool) => [tool.id, tool]));

export const findTool = (id: ToolId): Tool | undefined => byId.get(id);

const usual: SourceFormat = {};

export const formatOf = (id: ToolId): SourceFormat => byId.get(id)?.source ?? usual;

/** Returns undefined for Oh My Pi. */
export const targetOf = (to: TargetFormat = 'oh-my-pi'): TargetTraits | undefined => byId.get(to)?.target;

/** Returns how servers are written as command lines. */
export const commandTarget = (): TargetTraits => commandLine.target;

/** Returns which variables a tool replaces in its files. */
export const variablesOfTool = (id: ToolId): VariableFacts => byId.get(id)?.variables ?? unknownVariables;

/** Returns the names of the tools that replace variables in a form. */
export const toolsReplacing = (form: VariableForm): readonly string[] =>
  allTools.flatMap(({ name, variables }) => (variables?.forms.includes(form) === true ? [name] : []));
