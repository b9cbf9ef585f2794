/** The code agrees with package.json, package.nls.json, and l10n. Names are generated from package.json. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientCommands } from '../../common/messages/client-commands.ts';
import { localizableStrings } from '../../scripts/lib/l10n.ts';
import { readText, root } from '../../scripts/lib/repository.ts';
import { apiLimits, runStatusFilters, workflowStatuses } from '../../src/service/api/index.ts';
import { contextKeys, type Setting, views } from '../../src/shared/generated/names.ts';
import { settingParsers } from '../../src/shared/settings.ts';
import { parsed } from '../../src/shared/text/parse.ts';

interface SettingSchema {
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const manifest = JSON.parse(readText('package.json'));
const commandIds: string[] = manifest.contributes.commands.map(({ command }: { command: string }) => command);
const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder)).flatMap((name) => {
    const file = path.join(folder, name);
    if (name === 'generated') return [];
    return statSync(path.join(root, file)).isDirectory() ? sources(file) : name.endsWith('.ts') ? [file] : [];
  });
}

describe('contract', () => {
  test('sets every context key that package.json reads', () => {
    const code = sources('src').map(readText).join('\n');
    expect(Object.keys(contextKeys).filter((name) => !code.includes(`contextKeys.${name}`))).toEqual([]);
    expect(Object.keys(contextKeys)).toContain('connection');
  });

  test('names every command and every setting of package.json in the code', () => {
    const code = sources('src').map(readText).join('\n');
    // Groups of commands that don't compile if one has no handler.
    const groups = [...code.matchAll(/idsExcept\(commands\.(\w+)/g)].map(([, group = '']) => `switchyard.${group}.`);
    const paths = commandIds.map((id) => id.replace('switchyard.', 'commands.'));
    const unused = paths.filter(
      (one, at) => !code.includes(one) && !groups.some((group) => commandIds[at]?.startsWith(group)),
    );
    expect(unused).toEqual([]);
    expect(Object.keys(settingParsers).filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });

  test('has the commands that the language server runs', () => {
    expect(commandIds).toEqual(expect.arrayContaining(Object.values(clientCommands)));
  });

  test('reads settings within the ranges of package.json, and no service setting from a workspace', () => {
    const groups: { properties: Record<string, SettingSchema> }[] = manifest.contributes.configuration;
    for (const [name, schema] of groups.flatMap(({ properties }) => Object.entries(properties))) {
      const read = (value: unknown) => parsed<unknown>(settingParsers[name as Setting], value);
      expect(read(schema.default), name).toEqual(schema.default);
      for (const other of [null, [], Number.NaN, {}, 'x', true, 1].filter(
        (value) => typeof value !== typeof schema.default,
      ))
        expect(read(other), name).toBeUndefined();
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
      if (schema.type === 'number' || schema.type === 'integer')
        expect([read(minimum - 1), read(maximum + 1)], name).toEqual([minimum, maximum]);
      if (!name.startsWith('switchyard.config.')) expect(schema.scope, name).toMatch(/^(application|machine)$/);
    }
  });

  test('matches the limits of language model tools in package.json', () => {
    const text = JSON.stringify(manifest.contributes.languageModelTools);
    expect(text).toContain(`"enum":${JSON.stringify(runStatusFilters)}`);
    expect(text).toContain(`"enum":${JSON.stringify(workflowStatuses)}`);
    expect(text).toContain(`"maxLength":${apiLimits.commitMessageLength}`);
    expect(text).toContain(`"maximum":${apiLimits.pageSizeMaximum}`);
  });

  test('defines every command in menus and welcome texts', () => {
    const text = JSON.stringify(manifest.contributes.menus) + readText('package.nls.json');
    const named = [...text.matchAll(/"command":"([^"]+)"|\(command:([^)]+)\)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    // VS Code registers a command that focuses a view.
    const known = [...commandIds, ...Object.values<string>(views).map((view) => `${view}.focus`)];
    expect(named.filter((id) => !known.includes(id))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('starts the walkthrough without an account and completes each step on a known event', () => {
    const [walkthrough] = manifest.contributes.walkthroughs;
    const steps: { id: string; media: { image: string }; completionEvents: string[] }[] = walkthrough.steps;
    expect(steps.map(({ id }) => id)).toEqual(['config', 'servers', 'connect', 'workflow', 'run', 'chat']);
    const known = [...commandIds, ...Object.values<string>(views), ...Object.values(contextKeys)];
    for (const { id, media, completionEvents } of steps) {
      expect(existsSync(path.join(root, media.image)), media.image).toBe(true);
      expect(completionEvents.length, id).toBeGreaterThan(0);
      for (const event of completionEvents)
        expect(known, event).toContain(/^on(?:Command|View|Context):([\w.]+)/.exec(event)?.[1]);
    }
  });

  test('lists only activation events that VS Code does not derive from contributions', () => {
    const derived =
      /^on(Command|View|CustomEditor|AuthenticationRequest|ChatParticipant|LanguageModelTool|TerminalProfile):/;
    const { activationEvents, contributes } = manifest as {
      activationEvents: string[];
      contributes: { languages: { id: string; configuration?: string }[] };
    };
    expect(activationEvents.filter((event) => derived.test(event))).toEqual([]);
    // VS Code derives `onLanguage` for a contributed language with a configuration.
    for (const { id, configuration } of contributes.languages) {
      expect(configuration).toBeDefined();
      expect(activationEvents).not.toContain(`onLanguage:${id}`);
    }
  });

  test('defines exactly the strings of package.json in package.nls.json', () => {
    const used = [...readText('package.json').matchAll(/%([^%"\s]+)%/g)].map((match) => match[1] ?? '');
    expect(sorted(used)).toEqual(sorted(Object.keys(JSON.parse(readText('package.nls.json')))));
  });

  test('has every string of the code in the l10n bundle (npm run l10n writes it)', async () => {
    expect(JSON.parse(readText('l10n/bundle.l10n.json'))).toEqual(await localizableStrings());
    // The tool parses each file separately, which is slow while other tests run.
  }, 120_000);

  test('uses only icons that exist', () => {
    const css = readText('node_modules/@vscode/codicons/dist/codicon.css');
    const code = [...sources('src').map(readText), JSON.stringify(manifest.contributes)].join('\n');
    const pattern =
      /ThemeIcon\('([a-z-]+)(?:~[a-z]+)?'|\bicon\('([a-z-]+)'|\bicon: '([a-z-]+)'|\$\(([a-z-]+)\)|\bcodicon-([a-z-]+)(?=[\s"'])/g;
    const names = [...code.matchAll(pattern)].map((match) => match.slice(1).find((name) => name !== undefined) ?? '');
    const modifiers = /^(modifier-.*|stylesheet)$/;
    expect(names.filter((name) => !modifiers.test(name) && !css.includes(`.codicon-${name}:before`))).toEqual([]);
    expect(names.length).toBeGreaterThan(20);
  });

  test('uses no proposed API and the same version for types and engine', () => {
    expect(manifest.enabledApiProposals).toBeUndefined();
    expect(`^${manifest.devDependencies['@types/vscode']}`).toBe(manifest.engines.vscode);
  });
});
