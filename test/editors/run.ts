/** Tests of all uses outside VS Code: the npm package, Neovim, pre-commit, CI. Usage: `npm run test:editors`. */
import { buildPrograms } from '../../scripts/build.ts';
import { stageNpmPackage } from '../../scripts/npm-package.ts';
import { TemporaryFolder } from '../temporary-folder.ts';
import { githubAction, githubSummary, gitlabInclude, gitlabPatterns, gitlabReport } from './ci.ts';
import { speaksLanguages } from './language.ts';
import { driveNeovim, neovim } from './neovim.ts';
import { buildsFromGit, checkTypes, commandLine, packAndInstall, runByNpx } from './npm-package.ts';
import { preCommit, runHooks } from './pre-commit.ts';

const temporary = new TemporaryFolder('npm');
const folder = temporary.path;
const outcomes: boolean[] = [];

async function test(name: string, body: () => void | Promise<void>): Promise<void> {
  try {
    await body();
    outcomes.push(true);
    console.log(`   ✓ ${name}`);
  } catch (error) {
    outcomes.push(false);
    console.log(`   ✗ ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

const skip = (name: string, reason: string) => console.log(`   ○ ${name}: ${reason}`);

try {
  await test('npm builds the programs when it installs from Git', buildsFromGit);
  await stageNpmPackage(await buildPrograms());
  await test('the npm package holds both programs, the schema, and nothing of the extension', () =>
    packAndInstall(folder));
  await test('mcp-config checks a file, also with the Node.js of the system', () => commandLine(folder));
  await test('npx runs it from the packed file', () => runByNpx(folder));
  await test('the schema has types', () => checkTypes(folder));
  await test('the language server speaks the language of the editor', () => speaksLanguages(folder));
  await test('the GitHub action annotates and writes SARIF, and its inputs never become code', () =>
    githubAction(folder));
  await test('the GitHub action says in the summary what it needs to compare', () => githubSummary(folder));
  await test('the GitLab include tells what a merge request means', () => gitlabReport(folder));
  await test('the GitLab include writes a Code Quality report', () => gitlabInclude(folder));
  await test('the GitLab include leaves patterns and names to mcp-config', () => gitlabPatterns(folder));
  const hooks = preCommit();
  if (hooks === undefined) skip('pre-commit checks and fixes', 'pre-commit is not here and cannot be installed');
  else await test('pre-commit checks and fixes, and builds nothing', () => runHooks(hooks, folder));
  const nvim = neovim();
  if (nvim === undefined) skip('Neovim shows and fixes', 'Neovim is not here and cannot be installed');
  else await test('Neovim shows, explains, fixes, renames and formats', () => driveNeovim(nvim, folder));
} finally {
  temporary.remove();
}
const passed = outcomes.filter(Boolean).length;
const failed = outcomes.length - passed;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
