/**
 * What a connection test is going to do, for display: complete, without truncation, and with the source of each value.
 * Pure; `launch-text.ts` converts it to text.
 */
import { escapeText, quoteText } from '../escape.ts';
import type { ServerDefinition } from '../server-definition.ts';
import { usedVariables, type VariableSyntax } from '../variables.ts';
import { entrySource, expandDefinition, isSecret, variableIn } from './expand.ts';
import { type LaunchWarning, launchWarnings } from './launch-warnings.ts';
import type { Environment } from './programs.ts';

/** A text as it is used, in quotes, with unclear characters escaped. */
export interface ShownText {
  readonly text: string;
  /** Variables whose values are part of it. Values that look like secrets aren't shown. */
  readonly variables: readonly string[];
}

export interface ShownEntry {
  /** Escaped; in quotes if it isn't a plain name. */
  readonly name: string;
  readonly source:
    | { readonly kind: 'text'; readonly shown: ShownText }
    /** Written in the file, but not shown, because it looks like a secret. */
    | { readonly kind: 'hidden'; readonly length: number }
    | { readonly kind: 'variable'; readonly name: string; readonly shown: string | undefined }
    | { readonly kind: 'command'; readonly command: ShownText }
    | { readonly kind: 'empty' };
}

export interface LaunchPlan {
  /** As written in its file. */
  readonly written: ServerDefinition;
  /** What is started: with expanded variables and an absolute working directory. */
  readonly definition: ServerDefinition;
  readonly leftOut: readonly string[];
  readonly unset: readonly string[];
  readonly warnings: readonly LaunchWarning[];
  readonly shown:
    | {
        readonly kind: 'program';
        readonly command: ShownText;
        readonly args: readonly ShownText[];
        readonly folder: ShownText;
        readonly env: readonly ShownEntry[];
      }
    | {
        readonly kind: 'address';
        readonly url: ShownText;
        /** The host to connect to, in ASCII; undefined if the URL isn't valid. */
        readonly host: string | undefined;
        readonly headers: readonly ShownEntry[];
      };
  /** Identifies the definition, including the values of variables. Consent applies only to this identity. */
  readonly identity: string;
}

/** @param folderOf returns the absolute path of a server's working directory by its `cwd` */
export function planLaunch(
  written: ServerDefinition,
  environment: Environment,
  folderOf: (cwd: string) => string,
): LaunchPlan {
  const { definition, leftOut, unset } = expandDefinition(written, environment);
  const withFolder =
    definition.transport === 'stdio' ? { ...definition, cwd: folderOf(definition.cwd ?? '') } : definition;
  return {
    written,
    definition: withFolder,
    leftOut,
    unset,
    warnings: launchWarnings(withFolder),
    shown: show(written, withFolder, environment),
    identity: JSON.stringify([written, withFolder]),
  };
}

function show(written: ServerDefinition, used: ServerDefinition, environment: Environment): LaunchPlan['shown'] {
  const text = (value: string): ShownText => showText({ written: value, environment, syntax: written.variables });
  const entries = (values: Readonly<Record<string, string>>) => showEntries(values, environment, written.variables);
  if (written.transport !== 'stdio') {
    const { url } = used as typeof written;
    return {
      kind: 'address',
      url: text(written.url),
      host: URL.canParse(url) ? new URL(url).host : undefined,
      headers: entries(written.headers),
    };
  }
  const { cwd: folder = '' } = used as typeof written;
  return {
    kind: 'program',
    command: text(written.command),
    args: written.args.map(text),
    folder: { text: quoteText(folder), variables: text(written.cwd ?? '').variables },
    env: entries(written.env),
  };
}

interface Written {
  readonly written: string;
  readonly environment: Environment;
  readonly syntax: VariableSyntax | undefined;
  /** Name of the value, which can indicate a secret. */
  readonly field?: string;
}

function showText({ written, environment, syntax, field = '' }: Written): ShownText {
  const variables: string[] = [];
  const parts: string[] = [];
  let end = 0;
  for (const used of usedVariables(written, (name) => variableIn(environment, name), syntax)) {
    const { index, name, replacement, isValue } = used;
    if (isValue) variables.push(name);
    const isHidden = isValue && (isSecret(name, replacement) || isSecret(field, replacement));
    parts.push(escapeText(written.slice(end, index)), isHidden ? `\u2039${name}\u203a` : escapeText(replacement));
    end = index + used.written.length;
  }
  parts.push(escapeText(written.slice(end)));
  return { text: `"${parts.join('').replaceAll('"', '\\"')}"`, variables };
}

function showEntries(
  values: Readonly<Record<string, string>>,
  environment: Environment,
  syntax: VariableSyntax | undefined,
): readonly ShownEntry[] {
  return Object.entries(values).map(([key, written]) => ({
    name: /^[\w.-]+$/.test(key) ? key : quoteText(key),
    source: showEntry(key, { written, environment, syntax }),
  }));
}

function showEntry(key: string, value: Written): ShownEntry['source'] {
  const { written, environment, syntax } = value;
  const source = entrySource(written, environment, syntax);
  switch (source.kind) {
    case 'command':
      return { kind: 'command', command: showText({ ...value, written: written.replace(/^!/, ''), field: key }) };
    case 'empty':
      return source;
    case 'variable':
      return {
        kind: 'variable',
        name: source.name,
        shown: isSecret(key, source.value) || isSecret(source.name, source.value) ? undefined : quoteText(source.value),
      };
    case 'text': {
      const shown = showText({ ...value, field: key });
      const isLiteral = shown.variables.length === 0;
      return isLiteral && isSecret(key, written) ? { kind: 'hidden', length: written.length } : { kind: 'text', shown };
    }
  }
}
