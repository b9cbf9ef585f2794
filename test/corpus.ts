/** Config files for the unit tests: real ones next to the checkout, or our own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/lib/repository.ts';

export interface CorpusFile {
  /** Path relative to the corpus folder. */
  readonly name: string;
  readonly text: string;
}

const realFolder = path.resolve(root, process.env.SWITCHYARD_CORPUS ?? '../shared/corpus');
const isReal = existsSync(realFolder);
const ownFolder = path.join(root, 'test/fixtures/configs');

/** Folder of the files. SWITCHYARD_CORPUS names another folder; if it doesn't exist, our own files are used. */
export const corpusFolder = isReal ? realFolder : ownFolder;

/** Message that says which files are used, for the output of the test runs. */
export const corpusInUse = isReal
  ? 'Config files to test with: the collected real files.'
  : 'Config files to test with: test/fixtures/configs (the collected real files are not beside the checkout).';

/** Returns the config files in a fixed order. */
export function corpus(): readonly CorpusFile[] {
  return jsonFiles(corpusFolder);
}

/** Returns the config files, more real ones if available, and our own, which are all that there is on other machines. */
export function wholeCorpus(): readonly CorpusFile[] {
  const more = path.resolve(corpusFolder, '../corpus-new');
  const folders = isReal && existsSync(more) ? [corpusFolder, more, ownFolder] : [corpusFolder, ownFolder];
  return [...new Set(folders)].flatMap(jsonFiles);
}

/** Returns the JSON files of the collected cases, which are beside the corpus: files for which a fix once did damage. */
export function cases(): readonly CorpusFile[] {
  const folder = path.resolve(corpusFolder, '../cases');
  if (!isReal || !existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return names.sort().flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .split(/^--- /m)
      .filter((block) => /^file \S*\.json\n/.test(block))
      .map((block) => ({ name, text: block.slice(block.indexOf('\n') + 1) })),
  );
}

/** Returns the minimum that a test expects, which depends on the number of files. */
export function atLeast(ofRealFiles: number, ofOurOwn: number): number {
  return isReal ? ofRealFiles : ofOurOwn;
}

function jsonFiles(folder: string): readonly CorpusFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}
