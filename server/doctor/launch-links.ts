/** The links about what a server needs on this machine: its variables, and what it starts. */
import * as l10n from '@vscode/l10n';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import { type Agent, isTableAgent, type TableAgent } from '../agents/agent.ts';
import type { TableSource } from '../agents/files/agent-files.ts';
import { andList, quote, quoteValue } from '../config/language.ts';
import { managedProgram, managerOf } from '../config/packages/version-managers.ts';
import type { Lookups } from '../config/platform.ts';
import { localPaths, processLaunchOf } from '../config/servers/process-launch.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import type { DefinedServer } from '../config/servers/source-file.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { endOf, itemsOf, type JsonNode, memberValue, type Span, stringValue } from '../config/text/json.ts';
import { inForm, type VariableForm } from '../config/variables/written-variables.ts';
import type { Names } from '../rules/context.ts';
import { missingPart, type UnknownPart, unknownPart } from '../rules/cross/missing-programs.ts';
import { broken, holds, type Link, type LinkPlace, uncertain } from './link.ts';
import { type NeededVariable, neededVariables, variablesInFile } from './needed-variables.ts';
import { pathExpansion } from './path-expansion.ts';
import { projectFiles } from './target-files.ts';

interface VariablesContext {
  readonly agent: Agent;
  readonly place: Place;
  /** Undefined if it isn't known. */
  readonly environment: Names | undefined;
  /** Returns the content of a file. */
  readonly rootOf: (uri: string) => JsonNode | undefined;
}

/** @param entry as the agent reads it */
export function variablesLink(
  definition: DefinedServer,
  entry: ServerEntry | undefined,
  { agent, place, environment, rootOf }: VariablesContext,
): Link {
  if (entry === undefined) return uncertain('variables', l10n.t("It isn't known which variables the server needs."));
  const input = missingInput(agent, definition, entry, rootOf);
  if (input !== undefined) return input;
  const needed = neededVariables(agent, definition, entry);
  const lost = needed.find(({ gets }) => gets === 'text' || gets === 'nothing');
  if (lost !== undefined) return lostVariable(agent, place, definition, lost);
  if (needed.length === 0) return holds('variables', l10n.t('No environment variables needed.'));
  const unknown = needed.find(({ gets }) => gets === 'unknown');
  if (unknown !== undefined) return unknownUse(agent, definition, unknown);
  if (environment === undefined) return uncertain('variables', l10n.t("Environment variables aren't known here."));
  const unset = needed.filter(({ name }) => !environment.has(name));
  const [first] = unset;
  if (first === undefined)
    return holds('variables', l10n.t('Its environment variables are set: {0}.', namesOf(needed)));
  const text =
    new Set(unset.map(({ name }) => name)).size === 1
      ? l10n.t("The environment variable {0} isn't set here.", namesOf(unset))
      : l10n.t("The environment variables {0} aren't set here.", namesOf(unset));
  return broken(
    'variables',
    text,
    {
      text: l10n.t('Set missing variables in the environment of {0}.', agent.name),
      variables: [...new Set(unset.map(({ name }) => name))],
    },
    placeIn(definition, first.node),
  );
}

/** Returns the link if the agent refuses an input that its file doesn't describe. */
function missingInput(
  agent: Agent,
  definition: DefinedServer,
  { texts }: ServerEntry,
  rootOf: VariablesContext['rootOf'],
): Link | undefined {
  const { source } = definition;
  const list = isTableAgent(agent) ? (source as TableSource).file.inputs : undefined;
  if (list === undefined) return undefined;
  const described = new Set(
    itemsOf(memberValue(rootOf(source.uri), list)).map((item) => stringValue(memberValue(item, 'id'))),
  );
  for (const { node } of texts)
    for (const [written, id = ''] of node.value.matchAll(/\$\{input:([^}$]+)\}/g))
      if (!described.has(id))
        return broken(
          'variables',
          l10n.t(
            '{0} refuses {1}, because {2} in {3} has no entry with this ID.',
            agent.name,
            quote(written),
            quote(list),
            source.label,
          ),
          { text: l10n.t('Add an entry with {0} to {1}.', `"id": ${quote(id)}`, quote(list)) },
          placeIn(definition, node),
        );
  return undefined;
}

const namesOf = (variables: readonly NeededVariable[]): string =>
  andList([...new Set(variables.map(({ name }) => name))]);

/** The server doesn't get the value, whether or not the variable is set. */
function lostVariable(
  agent: Agent,
  place: Place,
  definition: DefinedServer,
  { text, name, node, gets }: NeededVariable,
): Link {
  const { name: agentName, facts } = agent;
  const at = placeIn(definition, node);
  if (gets === 'nothing')
    return broken(
      'variables',
      l10n.t('{0} reads {1} as empty here.', agentName, name),
      { text: l10n.t('Use a variable with another name.') },
      at,
    );
  const here = variablesInFile(agent, definition.source);
  const [form] = here.forms;
  const better = isTableAgent(agent) ? ownFile(agent, place) : undefined;
  const remedy =
    form !== undefined
      ? l10n.t('Use {0}.', inForm(form, name))
      : better === undefined
        ? l10n.t('Enter the value.')
        : isTableAgent(agent) && (better.source as TableSource).file.inputs !== undefined
          ? l10n.t(
              'Define the server in {0}, and use {1} or {2}.',
              ...[better.source.label, `\${input:${name}}`, inForm(better.form, name)],
            )
          : l10n.t('Define the server in {0}, and use {1}.', better.source.label, inForm(better.form, name));
  const version = facts.version.split('.').slice(0, 2).join('.');
  return broken(
    'variables',
    l10n.t('{0} {1} passes {2} on as text.', agentName, version, quote(text)),
    form === undefined && better !== undefined
      ? { text: remedy, into: better.source, variable: name }
      : { text: remedy },
    at,
  );
}

/** Returns the file of a project in which an agent replaces variables, and how they're written there. */
function ownFile(
  agent: TableAgent,
  place: Place,
): { readonly source: Source; readonly form: VariableForm } | undefined {
  const source = projectFiles(agent, place).find(({ layout, dialect }) => layout !== 'own' && dialect === agent.id);
  const [form] = source === undefined ? [] : variablesInFile(agent, source).forms;
  return source && form && { source, form };
}

/** Whether the server gets the value can't be said. */
function unknownUse(agent: Agent, definition: DefinedServer, { text, name, node }: NeededVariable): Link {
  const [form] = variablesInFile(agent, definition.source).forms;
  return uncertain(
    'variables',
    l10n.t("It isn't known whether {0} replaces {1}.", agent.name, quote(text)),
    placeIn(definition, node),
    form && { text: l10n.t('Use {0}.', inForm(form, name)) },
  );
}

/** @param machine undefined where nothing may be looked up */
export function launchLink(
  agent: Agent,
  definition: DefinedServer,
  entry: ServerEntry | undefined,
  place: Place,
  machine: Lookups | undefined,
): Link {
  if (definition.connection.transport !== 'stdio') return uncertain('launch', l10n.t("Its URL wasn't contacted."));
  const start = entry && processLaunchOf(entry);
  if (entry === undefined || start === undefined || machine === undefined)
    return uncertain('launch', l10n.t("Programs, files, and folders weren't looked up here."));
  const paths = localPaths(start, place, pathExpansion(agent, definition.source, place));
  const launch = { entry, start, paths, machine };
  const missing = missingPart(launch);
  const unknown = missing === undefined ? unknownPart(launch) : undefined;
  if (unknown !== undefined) return unknownLaunch(definition, unknown);
  if (missing === undefined) return holds('launch', foundText(agent, start.command.value, place, machine));
  const name = quoteValue(maskTokens(missing.node.value));
  const at = placeIn(definition, missing.node);
  switch (missing.what) {
    case 'program': {
      const managed = managedProgram(missing.node.value, place, machine.kind);
      if (managed === undefined)
        return broken(
          'launch',
          l10n.t('Program {0} not found on PATH.', name),
          { text: l10n.t('Install it or correct the name.') },
          at,
        );
      const { folder, manager } = managed;
      return broken(
        'launch',
        l10n.t('Program {0} not found on PATH, but in {1}, which {2} adds in shells.', name, folder, manager),
        { text: l10n.t('Start {0} from a terminal, or add {1} to its PATH.', agent.name, folder), isElsewhere: true },
        at,
      );
    }
    case 'file':
      return broken(
        'launch',
        l10n.t('File {0} not found on this machine.', name),
        { text: l10n.t('Correct the path.') },
        at,
      );
    case 'permission':
      return broken(
        'launch',
        l10n.t("File {0} isn't executable on this machine.", name),
        { text: l10n.t('Make it executable, as with chmod +x.') },
        at,
      );
    case 'folder':
      return broken(
        'launch',
        l10n.t('Folder {0} not found on this machine.', name),
        { text: l10n.t('Create it or correct the path.') },
        at,
      );
  }
}

function unknownLaunch(definition: DefinedServer, { what, why, node }: UnknownPart): Link {
  const name = quoteValue(maskTokens(node.value));
  const at = placeIn(definition, node);
  switch (why) {
    case 'path': {
      const texts = {
        program: () => l10n.t("It isn't known whether program {0} exists: its path can't be resolved here.", name),
        file: () => l10n.t("It isn't known whether file {0} exists: its path can't be resolved here.", name),
        folder: () => l10n.t("It isn't known whether folder {0} exists: its path can't be resolved here.", name),
      };
      return uncertain('launch', texts[what](), at, { text: l10n.t('Check the path.') });
    }
    case 'own-path':
      return uncertain(
        'launch',
        l10n.t("It isn't known whether program {0} exists: the entry sets PATH, which wasn't searched.", name),
        at,
        { text: l10n.t('Check that the program is on this PATH.') },
      );
    case 'command-line':
      return uncertain(
        'launch',
        l10n.t("It isn't known whether command {0} starts: it includes arguments.", name),
        at,
        {
          text: l10n.t('Move the arguments to "args".'),
        },
      );
    case 'permission':
      return uncertain('launch', l10n.t("It isn't known whether file {0} is executable.", name), at, {
        text: l10n.t('Check that the file can be run.'),
      });
  }
}

/** Of a definition that is merged from several files, only the place of its name is certain. */
function placeIn({ source: { uri }, key, value }: DefinedServer, node: Span): LinkPlace {
  const isInside = value !== undefined && node.offset >= value.offset && endOf(node) <= endOf(value);
  return { uri, span: isInside ? node : key };
}

/** An app that isn't started from a terminal may have another PATH. */
function foundText({ name, facts }: Agent, command: string, place: Place, machine: Lookups): string {
  const file = facts.isApp === true && !/[\\/]/.test(command) ? machine.programFile(command) : undefined;
  const managed = file === undefined ? undefined : managerOf(file, place);
  return managed === undefined
    ? l10n.t('Its program was found.')
    : l10n.t(
        'Its program was found in {0}, which {1} adds in shells. {2} may not find it if it is started from the dock.',
        managed.folder,
        managed.manager,
        name,
      );
}
