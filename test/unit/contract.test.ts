/** package.json, package.nls.json, l10n and src/shared/contract.ts say the same, both ways. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { configLanguage } from '../../common/config-place.ts';
import { localizableStrings } from '../../scripts/lib/l10n.ts';
import { LIMITS, STATUS_FILTERS, WORKFLOW_STATUSES } from '../../src/api/index.ts';
import {
  chatModelVendor,
  commands,
  contextKeys,
  participantCommands,
  participantId,
  participantName,
  settings,
  tools,
  views,
} from '../../src/shared/contract.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder)).flatMap((name) => {
    const file = path.join(folder, name);
    if (name === 'generated') return [];
    return statSync(path.join(root, file)).isDirectory() ? sources(file) : name.endsWith('.ts') ? [file] : [];
  });
}

describe('contract', () => {
  test('commands', () => {
    expect(sorted(manifest.contributes.commands.map((command: { command: string }) => command.command))).toEqual(
      sorted(Object.values(commands)),
    );
  });

  test('settings', () => {
    expect(sorted(Object.keys(manifest.contributes.configuration.properties))).toEqual(sorted(Object.keys(settings)));
  });

  test('views', () => {
    const contributed = Object.values<{ id: string }[]>(manifest.contributes.views).flat();
    expect(sorted(contributed.map((view) => view.id))).toEqual(sorted(Object.values(views)));
  });

  test('tools of language models, read by the same names and limits', () => {
    const contributed: { name: string; inputSchema: object }[] = manifest.contributes.languageModelTools;
    expect(sorted(contributed.map(({ name }) => name))).toEqual(sorted(Object.values(tools)));
    const text = JSON.stringify(contributed);
    expect(text).toContain(`"enum":${JSON.stringify(STATUS_FILTERS)}`);
    expect(text).toContain(`"enum":${JSON.stringify(WORKFLOW_STATUSES)}`);
    expect(text).toContain(`"maxLength":${LIMITS.commitMessageLength}`);
    expect(text).toContain(`"maximum":${LIMITS.pageSizeMaximum}`);
  });

  test("what VS Code's chat knows of us", () => {
    const { chatParticipants, languageModelChatProviders } = manifest.contributes;
    expect(languageModelChatProviders.map(({ vendor }: { vendor: string }) => vendor)).toEqual([chatModelVendor]);
    expect(chatParticipants).toMatchObject([{ id: participantId, name: participantName }]);
    expect(chatParticipants[0].commands.map(({ name }: { name: string }) => name)).toEqual([...participantCommands]);
  });

  test('every context key is set by us, and read somewhere', () => {
    const clauses =
      JSON.stringify(manifest.contributes).match(
        /switchyard\.[A-Za-z.]+(?= (==|!=|=~))|(?<=[!&|( ])switchyard\.[A-Za-z]+/g,
      ) ?? [];
    const known = new Set<string>([
      ...Object.values(contextKeys),
      ...Object.values(views),
      ...Object.values(commands),
      configLanguage,
    ]);
    expect(clauses.filter((clause) => !known.has(clause))).toEqual([]);
    const text = JSON.stringify(manifest.contributes);
    expect(Object.values(contextKeys).filter((key) => !text.includes(key))).toEqual([]);
  });

  test('every menu and welcome text names a command that exists', () => {
    const text = JSON.stringify(manifest.contributes.menus) + read('package.nls.json');
    const named = [...text.matchAll(/"command":"([^"]+)"|\(command:([^)]+)\)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    );
    expect(named.filter((id) => !Object.values<string>(commands).includes(id))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('every string of package.json is in package.nls.json, and none is left over', () => {
    const used = [...read('package.json').matchAll(/%([^%"\s]+)%/g)].map((match) => match[1] ?? '');
    expect(sorted(used)).toEqual(sorted(Object.keys(JSON.parse(read('package.nls.json')))));
  });

  test('the l10n bundle holds every string of the code (npm run l10n writes it)', async () => {
    expect(JSON.parse(read('l10n/bundle.l10n.json'))).toEqual(await localizableStrings());
    // The tool reads each file with a parser of its own, and takes its time where others work.
  }, 120_000);

  test('every icon exists', () => {
    const css = read('node_modules/@vscode/codicons/dist/codicon.css');
    const code = [...sources('src').map(read), JSON.stringify(manifest.contributes)].join('\n');
    const pattern =
      /ThemeIcon\('([a-z-]+)(?:~[a-z]+)?'|\bicon\('([a-z-]+)'|\bicon: '([a-z-]+)'|\$\(([a-z-]+)\)|\bcodicon-([a-z-]+)(?=[\s"'])/g;
    const names = [...code.matchAll(pattern)].map((match) => match.slice(1).find((name) => name !== undefined) ?? '');
    const modifiers = /^(modifier-.*|stylesheet)$/;
    expect(names.filter((name) => !modifiers.test(name) && !css.includes(`.codicon-${name}:before`))).toEqual([]);
    expect(names.length).toBeGreaterThan(20);
  });

  test('asks for no proposed API, and types and engine are of one version', () => {
    expect(manifest.enabledApiProposals).toBeUndefined();
    expect(`^${manifest.devDependencies['@types/vscode']}`).toBe(manifest.engines.vscode);
  });
});
