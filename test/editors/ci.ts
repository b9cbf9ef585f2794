/** The action for GitHub and the include for GitLab: runs their commands as those services do. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { npmFolder } from '../../scripts/npm-package.ts';
import { packedFile } from './npm-package.ts';
import { equal, must, userEnvironment } from './user-environment.ts';

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string;
      readonly run?: string;
      readonly uses?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

/** Creates a project with one error. A shell that evaluated its name would run a command. */
async function projectIn(folder: string, name: string): Promise<string> {
  const project = path.join(folder, name);
  await mkdir(path.join(project, '$(touch owned)'), { recursive: true });
  await writeFile(path.join(project, '$(touch owned)', 'mcp.json'), '{ "mcpServers": { "a": { "comand": "x" } } }');
  return project;
}

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', '-c', 'init.defaultBranch=main', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Makes a project a checkout with two commits: the second one has the files that are there. */
function commitFiles(project: string): void {
  git(project, 'init', '-q');
  git(project, 'commit', '-q', '--allow-empty', '-m', 'base');
  git(project, 'add', '$(touch owned)');
  git(project, 'commit', '-q', '-m', 'change');
}

/** Runs the steps of the action, except for those that use other actions. */
export async function githubAction(folder: string): Promise<void> {
  const project = await projectIn(folder, 'github');
  const action = parse(await readFile(path.join(npmFolder, 'action.yml'), 'utf8')) as Action;
  const output = path.join(project, 'output.txt');
  await writeFile(output, '');
  await writeFile(path.join(project, '.mcp-config.json'), '{ "ignore": ["."] }');
  await writeFile(path.join(project, 'trusted.json'), '{}');
  commitFiles(project);
  const summary = path.join(project, 'summary.md');
  const inputs: Record<string, string> = {
    paths: '$(touch owned)/mcp.json\n',
    severity: 'error',
    config: 'trusted.json',
  };
  const inputNamed = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? '';
  const results = action.runs.steps
    .filter(({ run }) => run !== undefined)
    .map(({ run = '', env = {} }) => {
      const given = Object.entries(env).map(([name, value]) => [
        name,
        value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => inputNamed(input)),
      ]);
      // As GitHub runs "shell: bash".
      return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd: project,
        encoding: 'utf8',
        env: {
          ...userEnvironment(),
          GITHUB_ACTION_PATH: npmFolder,
          GITHUB_OUTPUT: output,
          GITHUB_SHA: git(project, 'rev-parse', 'HEAD'),
          GITHUB_STEP_SUMMARY: summary,
          RUNNER_TEMP: project,
          ...Object.fromEntries(given),
        },
      });
    });
  const [report, told, annotate] = results;
  equal(report?.status, 0, `exit code of the report (${report?.stderr})`);
  equal(told?.status, 0, `exit code of the summary (${told?.stderr})`);
  must((await readFile(summary, 'utf8')).includes('| added | `a` |'), 'the summary names the added server');
  equal(annotate?.status, 1, `exit code of the annotations (${annotate?.stderr})`);
  must(
    annotate?.stdout.startsWith('::error file=$(touch owned)/mcp.json,line=1') === true,
    `annotations: ${annotate?.stdout}`,
  );
  const sarif = /^sarif=(.*)$/m.exec(await readFile(output, 'utf8'))?.[1] ?? '';
  const [run] = JSON.parse(await readFile(sarif, 'utf8')).runs;
  equal(run.results.map(({ ruleId }: { ruleId: string }) => ruleId).includes('unknown-key'), true, 'results in SARIF');
  must(!existsSync(path.join(project, 'owned')), 'an input was run as a command');
}

/** Runs what writes the summary in checkouts in which something is missing. */
export async function githubSummary(folder: string): Promise<void> {
  const project = await projectIn(folder, 'summary');
  commitFiles(project);
  const summaryOf = async (name: string, env: NodeJS.ProcessEnv): Promise<string> => {
    const summary = path.join(folder, `${name}.md`);
    await writeFile(summary, 'before\n');
    const { status, stderr } = spawnSync('bash', [path.join(npmFolder, 'diff.sh'), summary], {
      cwd: path.join(folder, name),
      encoding: 'utf8',
      env: { ...userEnvironment(), ...env },
    });
    equal(status, 0, `exit code (${stderr})`);
    return readFile(summary, 'utf8');
  };
  git(folder, 'clone', '-q', '--depth', '1', `file://${project}`, 'shallow');
  const sha = { GITHUB_SHA: git(project, 'rev-parse', 'HEAD'), GITHUB_BASE_REF: 'main' };
  const shallow = await summaryOf('shallow', sha);
  must(/^before\n## Tool servers\n\n {4}mcp-config: .*fetch-depth: 0/.test(shallow), `without history: ${shallow}`);
  const gone = await summaryOf('summary', { GITHUB_SHA: '', GITHUB_BASE_REF: 'gone' });
  must(gone.includes('    mcp-config: "origin/gone" isn\'t a commit'), `without the branch: ${gone}`);
  const owned = await summaryOf('summary', { MCP_CONFIG_BASE: '$(touch owned)`touch owned`' });
  must(owned.includes("isn't a commit"), `another base: ${owned}`);
  must(!existsSync(path.join(project, 'owned')), 'an input was run as a command');
}

/** The include tells what a merge request means, and goes on without its base. */
export async function gitlabReport(folder: string): Promise<void> {
  const project = await projectIn(folder, 'gitlab-report');
  commitFiles(project);
  const report = path.join(project, 'mcp-config-diff.md');
  await runGitlab(folder, project, {}, { CI_MERGE_REQUEST_DIFF_BASE_SHA: git(project, 'rev-parse', 'HEAD^1') });
  must((await readFile(report, 'utf8')).includes('| added | `a` |'), 'the report names the added server');
  await runGitlab(folder, project, {}, { CI_MERGE_REQUEST_DIFF_BASE_SHA: '0'.repeat(40) });
  must(/^## Tool servers\n\n {4}mcp-config: /.test(await readFile(report, 'utf8')), 'the report says what is missing');
}

export async function gitlabInclude(folder: string): Promise<void> {
  const project = await projectIn(folder, 'gitlab');
  const issues = await runGitlab(folder, project, {});
  equal(issues, [{ path: '$(touch owned)/mcp.json', lines: { begin: 1, end: 1 } }], 'the places of the issues');
}

/** A shell would expand `**` to one folder, and a name that begins with a hyphen to an option. */
export async function gitlabPatterns(folder: string): Promise<void> {
  const project = path.join(folder, 'gitlab-patterns');
  for (const [name, servers] of [
    ['apps/a', {}],
    ['apps/a/b', { a: { comand: 'x' } }],
    ['--output=apps', {}],
  ] as const) {
    await mkdir(path.join(project, name), { recursive: true });
    await writeFile(path.join(project, name, 'mcp.json'), JSON.stringify({ mcpServers: servers }));
  }
  await writeFile(path.join(project, '.mcp-config.json'), '{ "ignore": ["."] }');
  await writeFile(path.join(project, 'trusted.json'), '{}');
  const issues = await runGitlab(folder, project, { paths: '**/mcp.json', config: 'trusted.json' });
  equal(issues, [{ path: 'apps/a/b/mcp.json', lines: { begin: 1, end: 1 } }], 'the places of the issues');
}

/** Runs the include. Returns the places of the issues in its report. */
async function runGitlab(
  folder: string,
  project: string,
  given: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const text = await readFile(path.join(npmFolder, 'gitlab-ci.yml'), 'utf8');
  const [header, body] = parseAllDocuments(text).map((document) => document.toJS());
  const inputs: Record<string, string> = { package: await packedFile(folder), ...given };
  const inputNamed = (name: string) => inputs[name] ?? header.spec.inputs[name].default;
  const script: string[] = body['mcp-config'].script;
  const lines = script.map((line) => line.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => inputNamed(name)));
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', lines.join('\n')], {
    cwd: project,
    encoding: 'utf8',
    env: {
      ...userEnvironment(),
      ...env,
      npm_config_prefix: project,
      npm_config_offline: 'true',
      PATH: [path.join(project, 'bin'), userEnvironment().PATH].join(path.delimiter),
    },
  });
  equal(status, 1, `exit code (${stderr})`);
  must(stdout.includes('[unknown-key]'), `the log: ${stdout}`);
  const report = JSON.parse(
    await readFile(path.join(project, body['mcp-config'].artifacts.reports.codequality), 'utf8'),
  );
  return report.map(({ location }: { location: unknown }) => location);
}
