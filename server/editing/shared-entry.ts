/** An entry of one tool's file as `.mcp.json` needs it, which several agents read. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import * as l10n from '@vscode/l10n';
import { formatNames, type ToolId } from '../../common/generated/tools.ts';
import { agentName } from '../../common/messages/agents.ts';
import { isCommandValue } from '../../common/variables.ts';
import { readEntry } from '../agents/table/read-entry.ts';
import { andList, quote } from '../config/language.ts';
import { transportMeant, transportOfAddress } from '../config/servers/choose-transport.ts';
import { nameProblem } from '../config/servers/server-names.ts';
import { parseText } from '../config/text/parse.ts';
import { hostVariables, isUsualName } from '../config/variables/variable-syntax.ts';
import { isList, isMap, print, scalarText, textOf, type Value, type ValueMap } from '../convert/value.ts';
import { isEditorVariable } from '../convert/variable-conversion.ts';
import { allowedName, numberedName } from '../fixes/rename-server.ts';
import type { AgentFacts } from '../tools/agent-facts.ts';

export interface SharedEntry {
  readonly value: ValueMap;
  /** Why the server can't be moved, in sentences. Empty if it can. */
  readonly obstacles: readonly string[];
  /** What is different in the result. */
  readonly notes: readonly { readonly field: string; readonly reason: string }[];
}

export interface EntryContext {
  readonly dialect: ToolId;
  /** The agents that read the file. None may skip the server. */
  readonly readers: readonly AgentFacts[];
  /** Returns the variable for a value that VS Code prompts for; undefined if it can't have one. */
  readonly variableOf: (input: string) => string | undefined;
}

/** Properties with an effect only in a tool's own file. */
const ownProperties: Readonly<Partial<Record<ToolId, RegExp>>> = {
  vscode: /^(?:envFile|dev|sandbox\w*|oauth)$/,
  cursor: /^(?:envFile|auth)$/,
  windsurf: /^(?:alwaysAllow|autoApprove|disabledTools)$/,
};

/** Properties without an effect: descriptions, comments, and where VS Code's gallery installed a server from. */
const isRemark = (field: string): boolean =>
  /^(?:gallery|version|description|title|\$?comment|_.*|\/\/.*|#.*)$/i.test(field);

export function sharedEntry(name: string, entry: Value | undefined, context: EntryContext): SharedEntry {
  if (!isMap(entry)) return { value: new Map(), obstacles: [l10n.t("The entry isn't an object.")], notes: [] };
  return new EntryWriter(name, entry, context).write();
}

/** Returns what two entries have in common if they start the same server. */
export function meaningOf(entry: Value): Value {
  if (!isMap(entry)) return entry;
  const rest = [...entry].filter(
    ([, value]) => !(isMap(value) ? value.size === 0 : isList(value) && value.length === 0),
  );
  return new Map([...rest, ['type', typeOf(entry) ?? entry.get('type') ?? null]]);
}

function typeOf(entry: ValueMap): string | undefined {
  const written = entry.get('type');
  if (written !== undefined) return transportMeant(textOf(written) ?? '');
  if (entry.has('command')) return entry.has('url') ? undefined : 'stdio';
  return entry.has('url') ? transportOfAddress(textOf(entry.get('url'))) : undefined;
}

const variable = /\$\{([^{}]*)\}/g;

class EntryWriter {
  readonly #name: string;
  readonly #entry: ValueMap;
  readonly #context: EntryContext;
  readonly #tool: string;
  readonly #obstacles = new Set<string>();
  readonly #notes: { field: string; reason: string }[] = [];

  constructor(name: string, entry: ValueMap, context: EntryContext) {
    this.#name = name;
    this.#entry = entry;
    this.#context = context;
    this.#tool = formatNames[context.dialect];
  }

  write(): SharedEntry {
    const result = new Map<string, Value>();
    const type = this.#type();
    if (type !== undefined && !this.#entry.has('type')) result.set('type', type);
    for (const [field, value] of this.#entry)
      for (const [key, item] of this.#field(field, value, type)) {
        if (result.has(key) && key !== 'type') this.#stop(l10n.t('{0} is set twice.', quote(key)));
        result.set(key, item);
      }
    this.#checkName();
    if (this.#obstacles.size === 0) this.#checkReaders(result);
    return { value: result, obstacles: [...this.#obstacles], notes: this.#notes };
  }

  #type(): string | undefined {
    const [written, type] = [this.#entry.get('type'), typeOf(this.#keyed())];
    if (this.#entry.has('command') && this.#keyed().has('url')) this.#stop(l10n.t('It has both "command" and "url".'));
    else if (type === undefined)
      this.#stop(written === undefined ? l10n.t('It has neither "command" nor "url".') : l10n.t('Unknown "type".'));
    else if (written === undefined)
      this.#note('type', l10n.t('Added {0}, because some agents skip a server without it.', quote(type)));
    else if (written !== type) this.#note('type', l10n.t('{0} is written as {1}.', quoted(written), quote(type)));
    return type;
  }

  /** Returns the entry with the keys of the format. */
  #keyed(): ValueMap {
    const url = this.#entry.get('serverUrl');
    return url === undefined || this.#entry.has('url') ? this.#entry : new Map([...this.#entry, ['url', url]]);
  }

  #field(field: string, value: Value, type: string | undefined): readonly (readonly [string, Value])[] {
    const { dialect } = this.#context;
    if (ownProperties[dialect]?.test(field) === true)
      return this.#stop(l10n.t('{0} has an effect only in the file of {1}.', quote(field), this.#tool));
    switch (field) {
      case 'type':
        return type === undefined ? [] : [['type', type]];
      case 'serverUrl':
        this.#note(field, l10n.t('Renamed to {0}.', '"url"'));
        return [['url', this.#texts('url', value)]];
      case 'cwd':
        return this.#folder(value);
      case 'env':
        return [['env', this.#environment(value)]];
      case 'disabled':
      case 'enabled':
        return value === (field === 'enabled')
          ? this.#leaveOut(field, value)
          : this.#stop(l10n.t('It is disabled in this file.'));
      default:
        if (isRemark(field)) return this.#leaveOut(field, value);
        this.#checkUsers(field);
        return [[field, this.#texts(field, value)]];
    }
  }

  /** What no agent uses has an effect only where it is, if at all. */
  #checkUsers(field: string): void {
    const isUsed = this.#context.readers.some(({ format }) => Object.hasOwn(format.properties, field));
    if (!isUsed && !expanded.has(field)) this.#stop(l10n.t('In .mcp.json, {0} has no effect.', quote(field)));
  }

  /** Servers start in the folder of the project, so no other one works for all agents. */
  #folder(value: Value): readonly [] {
    return /^(?:\$\{workspaceFolder\}|\.)[\\/]?$/.test(textOf(value) ?? '')
      ? this.#leaveOut('cwd', value)
      : this.#stop(l10n.t('Not all agents use "cwd".'));
  }

  #environment(value: Value): Value {
    if (!isMap(value)) return value;
    const env = new Map<string, Value>();
    for (const [name, item] of value) {
      const path = `env.${name}`;
      if (item === null) {
        this.#note(path, l10n.t('null is left out. {0} removes the variable from the environment.', this.#tool));
        continue;
      }
      const text = scalarText(item);
      if (text !== undefined && text !== item) this.#note(path, l10n.t('{0} is written as a string.', text));
      env.set(name, this.#texts('env', text ?? item, path));
    }
    return env;
  }

  #texts(field: string, value: Value, path = field): Value {
    if (isList(value)) return value.map((item, index) => this.#texts(field, item, `${path}[${index}]`));
    if (isMap(value))
      return new Map([...value].map(([key, item]) => [key, this.#texts(field, item, `${path}.${key}`)] as const));
    if (typeof value !== 'string' || !expanded.has(field)) return value;
    const text = this.#context.dialect === 'claude-code' ? value : this.#variables(field, value, path);
    if ((field === 'env' || field === 'headers') && isCommandValue(text))
      this.#stop(l10n.t('Oh My Pi would run the value of {0} as a command.', quote(path)));
    return text;
  }

  #variables(field: string, text: string, path: string): string {
    return text.replace(variable, (written: string, name: string, at: number) => {
      const [, kind, inner = ''] = /^(env|input):(.*)$/s.exec(name) ?? [];
      const changed = (
        to: string | undefined,
        why = l10n.t('{0} is written as {1}.', written, quote(to ?? '')),
      ): string => {
        if (to === undefined) this.#stop(l10n.t('Only {0} can resolve {1} here.', this.#tool, written));
        else this.#note(path, why);
        return to ?? written;
      };
      if (kind === 'env') return changed(/^[A-Za-z_]\w*$/.test(inner) ? `\${${inner}}` : undefined);
      if (kind === 'input') return this.#prompt(inner, changed);
      if (name === 'userHome')
        return changed('${HOME}', l10n.t('{0} is written as {1}, which Windows may not set.', written, '${HOME}'));
      if (name === 'pathSeparator' || name === '/') return changed('/');
      if (name === 'workspaceFolder' || name === 'workspaceRoot')
        return changed(isPathStart(field, text, at, written) ? '.' : undefined);
      if (hostVariables.get(name) === 'VS Code' || isEditorVariable(name) || name.includes(':') !== name.includes(':-'))
        return changed(undefined);
      if (isUsualName(name.replace(/:-.*/s, '')))
        this.#note(path, l10n.t('{0} uses {1} as text. Other agents replace it.', this.#tool, written));
      return written;
    });
  }

  #prompt(id: string, changed: (to: string | undefined, why?: string) => string): string {
    const name = this.#context.variableOf(id);
    if (name === undefined) return changed(undefined);
    const why = l10n.t(
      '{0} is written as {1}. Set the environment variable {2}.',
      `\${input:${id}}`,
      quote(`\${${name}}`),
      name,
    );
    return changed(`\${${name}}`, why);
  }

  #checkName(): void {
    const problem = nameProblem(this.#name);
    const skip = this.#readings(
      new Map([
        ['type', 'stdio'],
        ['command', 'x'],
      ]),
    );
    if (problem === undefined && skip.length === 0) return;
    const cleaned = allowedName(this.#name) ?? 'server';
    const proposed = cleaned === this.#name ? numberedName(cleaned, 2) : cleaned;
    for (const reason of problem === undefined ? skip : [problem])
      this.#stop(l10n.t('{0} Rename it first, such as to {1}.', reason, quote(proposed)));
  }

  #checkReaders(entry: ValueMap): void {
    for (const reason of this.#readings(entry)) this.#stop(reason);
  }

  /** Returns why agents would skip an entry. */
  #readings(entry: ValueMap): readonly string[] {
    const { root } = parseText(print(entry, { step: '', eol: ' ' }));
    const byReason = new Map<string, string[]>();
    for (const agent of this.#context.readers) {
      const why = readEntry(agent, this.#name, root).skipped?.why;
      if (why !== undefined) byReason.set(why, [...(byReason.get(why) ?? []), agentName(agent.id)]);
    }
    return Array.from(byReason, ([why, agents]) =>
      l10n.t('In .mcp.json, {0} would skip it: {1}.', andList(agents), why),
    );
  }

  #leaveOut(field: string, value: Value): readonly [] {
    this.#note(field, l10n.t('Left out: {0}.', quoted(value)));
    return [];
  }

  #stop(reason: string): readonly [] {
    this.#obstacles.add(reason);
    return [];
  }

  #note(field: string, reason: string): void {
    this.#notes.push({ field, reason });
  }
}

/** The fields in which variables are replaced. */
const expanded: ReadonlySet<string> = new Set(['command', 'args', 'env', 'url', 'headers']);

const quoted = (value: Value): string => print(value, { step: '', eol: ' ' });

/** True for a folder at the start of a path that the server gets, as a word or after `=`. */
function isPathStart(field: string, text: string, at: number, written: string): boolean {
  if (field !== 'command' && field !== 'args') return false;
  const [before, after] = [text.slice(0, at), text.slice(at + written.length)];
  return /(?:^|^--?[\w-]+=)$/.test(before) && /^(?:$|[\\/])/.test(after);
}
