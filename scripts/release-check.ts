/**
 * Checks whether this commit can be released: `npm run release:check`. Packs the extension and the npm package, writes
 * the bill of materials to dist/, and reports what is missing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bundledPackages } from './lib/bundled-packages.ts';
import { npmName } from './lib/npm-name.ts';
import {
  changelogProblem,
  licenseProblems,
  packageNameProblem,
  type ReleaseCheck,
  versionProblem,
} from './lib/release.ts';
import { readText, root } from './lib/repository.ts';
import { languages, readTexts, translationBundles, translationProblems } from './lib/translations.ts';
import { stageNpmPackage } from './npm-package.ts';
import { packageVsix } from './package.ts';
import { billOfMaterials } from './third-party.ts';

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Sources of what the pictures show. */
const PICTURED = ['src', 'media', 'package.nls.json', 'scripts/pictures.ts'];

function picturesProblem(): string | undefined {
  const taken = git('log', '-1', '--format=%H', '--', 'docs/pictures');
  const since = git('log', '--format=%h %s', `${taken}..HEAD`, '--', ...PICTURED)
    .split('\n')
    .filter(Boolean);
  if (since.length === 0) return undefined;
  return `${since.length} commits changed what they show. Run npm run pictures, look at them, and commit them.`;
}

/** Returns the owners of the npm package; undefined if it isn't published. @throws Error if npm can't tell */
function packageOwners(): readonly string[] | undefined {
  const { stdout, status } = spawnSync('npm', ['view', npmName, 'maintainers', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const answer = JSON.parse(stdout || '[]');
  if (status !== 0 && answer.error?.code === 'E404') return undefined;
  if (status !== 0) throw new Error(`npm can't tell who owns ${npmName}.`);
  return [answer].flat().map((owner: string) => owner.split(' ')[0] ?? '');
}

/** Files that name packages of the registry. */
const NAMING = ['docs/editors/mason-registry/package.yaml', 'docs/install.md', 'docs/editors.md', 'README.md'];

function translationsProblem(): string | undefined {
  const problems = Object.entries(translationBundles()).flatMap(([name, english]) =>
    languages().flatMap((language) => {
      const file = `${name}.${language}.json`;
      return translationProblems(english, readTexts(file)).map((problem) => `${file}: ${problem}`);
    }),
  );
  return problems.length === 0 ? undefined : `Update the translations.\n${problems.join('\n')}`;
}

async function checks(): Promise<ReleaseCheck[]> {
  const { version } = JSON.parse(readText('package.json'));
  const lock = JSON.parse(readText('package-lock.json'));
  const changes = git('status', '--porcelain');
  const { sizes, metafiles } = await packageVsix();
  await stageNpmPackage([metafiles.server, metafiles.cli].filter((metafile) => metafile !== undefined));
  const packages = bundledPackages(Object.values(metafiles));
  await writeFile(path.join(root, 'dist/switchyard.cdx.json'), billOfMaterials(packages));
  const large = sizes.filter(({ size, budget }) => size > budget);
  return [
    { name: 'clean tree', problem: changes === '' ? undefined : `There are changes without a commit:\n${changes}` },
    // The release workflow runs for the tag of this version.
    {
      name: 'version',
      problem: versionProblem(version, lock.version, git('tag', '--no-contains', 'HEAD').split('\n')),
    },
    { name: 'changelog', problem: changelogProblem(readText('CHANGELOG.md'), version) },
    { name: 'translations', problem: translationsProblem() },
    { name: 'pictures', problem: picturesProblem() },
    {
      name: 'sizes',
      problem: large.length === 0 ? undefined : `Too large: ${large.map(({ name }) => name).join(', ')}.`,
    },
    {
      name: 'npm package',
      problem: packageNameProblem(packageOwners(), Object.fromEntries(NAMING.map((file) => [file, readText(file)]))),
    },
    { name: `licenses of ${packages.length} bundled packages`, problem: licenseProblems(packages) },
  ];
}

const results = await checks();
for (const { name, problem } of results) console.log(problem === undefined ? `✓ ${name}` : `✗ ${name}: ${problem}`);
console.log('The bill of materials is in dist/switchyard.cdx.json.');
process.exit(results.every(({ problem }) => problem === undefined) ? 0 : 1);
