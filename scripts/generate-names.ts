/** Generates src/shared/generated/names.ts from package.json: the names that the extension and the editor agree on. */
import { readText } from './lib/repository.ts';
import type { GeneratedFiles } from './lib/write-generated.ts';

const PREFIX = 'switchyard.';

/** An object of names, nested by their parts: `switchyard.runs.refresh` is at `runs.refresh`. */
interface Names {
  [part: string]: Names | string;
}

/** Returns the module of names. */
export function nameFiles(): GeneratedFiles {
  const { contributes } = JSON.parse(readText('package.json'));
  const views = Object.values<{ id: string }[]>(contributes.views).flatMap((all) => all.map(({ id }) => id));
  const settings = contributes.configuration.flatMap(({ properties }: { properties: object }) =>
    Object.keys(properties),
  );
  const commands: string[] = contributes.commands.map(({ command }: { command: string }) => command);
  const tools: string[] = contributes.languageModelTools.map(({ name }: { name: string }) => name);
  const [participant] = contributes.chatParticipants;
  const languages: string[] = contributes.languages.map(({ id }: { id: string }) => id);
  const lines = [
    '// Made by scripts/generate-names.ts from package.json.',
    constant('commands', nested(commands)),
    unionType('Command', commands),
    constant('views', nested(views)),
    constant('contextKeys', nested(contextKeys(contributes, views))),
    unionType('Setting', settings),
    constant('languageIds', Object.fromEntries(languages.map((id) => [camelCase(id.replace(/^switchyard-/, '')), id]))),
    '/** Tools for the language models of the editor. */',
    constant('tools', Object.fromEntries(tools.map((name) => [camelCase(name.replace(/^switchyard_/, '')), name]))),
    unionType('Tool', tools),
    "/** The vendor of the service's models in VS Code's chat. */",
    constant('chatModelVendor', contributes.languageModelChatProviders[0].vendor),
    "/** `@switchyard` in VS Code's chat. */",
    constant('participant', {
      id: participant.id,
      name: participant.name,
      commands: participant.commands.map(({ name }: { name: string }) => name),
    }),
    "/** The provider that offers the tool servers in effect to VS Code's chat. */",
    constant('mcpProviderId', contributes.mcpServerDefinitionProviders[0].id),
    '',
  ];
  return { 'src/shared/generated/names.ts': lines.join('\n') };
}

const constant = (name: string, value: unknown): string => `export const ${name} = ${JSON.stringify(value)} as const;`;

const unionType = (name: string, values: readonly string[]): string =>
  `export type ${name} = ${values.map((value) => JSON.stringify(value)).join(' | ')};`;

function nested(names: readonly string[]): Names {
  const all: Names = {};
  for (const name of names) {
    const parts = name.slice(PREFIX.length).split('.');
    const last = parts.pop() ?? '';
    let group = all;
    for (const part of parts) {
      group[part] ??= {};
      group = group[part] as Names;
    }
    group[last] = name;
  }
  return all;
}

/** Returns the names on the left side of conditions, and of walkthrough events. */
function contextKeys(contributes: object, views: readonly string[]): readonly string[] {
  const text = JSON.stringify(contributes);
  const conditions = [...text.matchAll(/"(?:when|enablement)":"([^"]*)"|"onContext:([^"]*)"/g)];
  const names = conditions.flatMap(([, condition = '', event = '']) =>
    [...`${condition} ${event}`.matchAll(/(?<![\w.]|[=~] ?'?|\/\^?)switchyard\.\w+(?![\w.])/g)].map(([name]) => name),
  );
  return [...new Set(names)].filter((name) => !views.includes(name)).sort();
}

function camelCase(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
