/** Why servers don't reach agents: `test/fixtures/doctor.txt`, whose first line says how to read it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ServerStep } from '../../../common/messages/diagnosis.ts';
import { escapePattern } from '../../../common/text/escape.ts';
import { parseArguments } from '../../../server/cli/arguments/arguments.ts';
import { doctorText } from '../../../server/cli/doctor/doctor-text.ts';
import { placeNames } from '../../../server/cli/files/place-names.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { Diagnoses } from '../../../server/views/diagnoses.ts';
import { StepActions } from '../../../server/views/step-actions.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { sectionsOf } from '../../fixture-sections.ts';
import { contradictions } from './both-commands.ts';
import { home, workspaceWith } from './files.ts';

beforeAll(loadToml);

const project = 'file:///up/project';

interface Case {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  readonly variables: readonly string[];
  readonly programs: readonly string[];
  /** Files that aren't executable. */
  readonly plain: readonly string[];
  /** Files of which it isn't known whether they are. */
  readonly odd: readonly string[];
  readonly runs: readonly { readonly words: string; readonly output: string }[];
}

const cases = sectionsOf('doctor.txt').map(({ title, lines: all }): Case => {
  const [setup = '', ...runs] = all.join('\n').split(/^(?=doctor\b)/m);
  const lines = setup.trimEnd().split('\n');
  const wordsAfter = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name} `) ? line.split(' ').slice(1) : []));
  return {
    title,
    files: Object.fromEntries(
      lines.flatMap((line) => {
        const [, path = '', content = ''] = /^(\S+) {2}(.*)$/.exec(line) ?? [];
        const uri = path.startsWith('~/')
          ? `${home}/${path.slice(2)}`
          : path.startsWith('/')
            ? `file://${path}`
            : `${project}/${path}`;
        return path === '' ? [] : [[uri, content.replaceAll('⏎', '\n')]];
      }),
    ),
    variables: wordsAfter('set'),
    programs: wordsAfter('has'),
    plain: wordsAfter('plain'),
    odd: wordsAfter('odd'),
    runs: runs.map((run) => {
      const [words = '', ...output] = run.trimEnd().split('\n');
      return { words, output: output.join('\n') };
    }),
  };
});

function workspaceOf({ files, programs, plain, odd }: Case): Workspace {
  const isOne = (uri: string, names: readonly string[]) => names.some((file) => uri === `${project}/${file}`);
  const workspace = workspaceWith(files, {
    roots: [project],
    machine: {
      hasCommand: (name) => programs.includes(name),
      mayRun: (uri) => (isOne(uri, odd) ? undefined : !isOne(uri, plain)),
    },
  });
  workspace.trusted = true;
  return workspace;
}

async function outputOf(words: string, each: Case): Promise<string> {
  const args = parseArguments(words.split(' '));
  if (args.command !== 'doctor') throw new Error(words);
  const { server, agents } = args;
  const [workspace, { variables }] = [workspaceOf(each), each];
  const diagnoses = new Diagnoses({
    workspace,
    options: { environment: new Set(variables) },
    actions: () => new StepActions(workspace),
  });
  const diagnosis = await diagnoses.diagnose({
    folder: project,
    agents,
    ...(server !== undefined && { name: server }),
  });
  const text = doctorText(diagnosis, {
    placeOf: placeNames('/up/project', '/home/me'),
    isNamed: server !== undefined,
    paint: (_style, text) => text,
  }).replace(/^(\s*[✓✗?!] [A-Z][A-Za-z ]*?) \d[\d.]*:/gm, '$1:');
  const steps = [
    ...diagnosis.servers.flatMap(({ chains }) => chains.flatMap(({ nextStep }) => nextStep ?? [])),
    ...diagnosis.unused.map(({ step, actions }) => ({ text: step, run: null, actions })),
  ];
  return steps.reduce(withActions, text);
}

/** What the editor can do is behind the step. */
function withActions(output: string, { text, run, actions }: ServerStep): string {
  const words = actions.map((action) => {
    if (action.kind === 'copy') return `copy ${action.names}`;
    if (action.kind === 'rename') return `rename ${action.name}`;
    if (action.kind === 'respell') return `respell ${action.spelling}`;
    return 'label' in action ? `${action.kind} ${action.label ?? 'setting'}` : action.kind;
  });
  const all = [...(run === null ? [] : ['run']), ...words];
  if (all.length === 0) return output;
  return output.replace(new RegExp(`(Next step: ${escapePattern(text)}[^[\\n]*)$`, 'm'), `$1 [${all.join(', ')}]`);
}

describe.each(cases.map((each) => [each.title, each] as const))('%s', (_title, each) => {
  test.each(each.runs.map(({ words, output }) => [words, output] as const))('%s', async (words, output) => {
    expect((await outputOf(words, each)).trimEnd()).toBe(output);
  });

  test('agents says the same', async () => {
    expect(await contradictions(workspaceOf(each), project, new Set(each.variables))).toEqual([]);
  });
});
