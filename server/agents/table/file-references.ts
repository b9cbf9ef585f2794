/** What `{env:NAME}` and `{file:path}` in the text of a file lead to, besides their values. */
import * as l10n from '@vscode/l10n';
import { attempt } from '../../../common/attempt.ts';
import { quote } from '../../config/language.ts';
import type { OpenDocument } from '../../config/servers/open-document.ts';
import type { FileProblem } from '../../config/servers/source-file.ts';
import type { Place, Source } from '../../config/servers/sources.ts';
import { endOf, type Span } from '../../config/text/json.ts';
import { isInside, parentUri } from '../../files/uris.ts';
import type { ServersFile } from '../../tools/agent-facts.ts';

/** Returns why the agent takes nothing from a file; undefined if no reference is known to be the cause. */
export function referenceProblem(
  { references }: Pick<ServersFile, 'references'>,
  { uri, level }: Pick<Source, 'uri' | 'level'>,
  document: OpenDocument,
  place: Place,
): FileProblem | undefined {
  if (references === undefined) return undefined;
  const comments =
    references.inComments === true ? [] : document.config.faults.filter(({ kind }) => kind === 'comment');
  const written = document.text.getText();
  const effect = references.rejectsProject === true && level === 'project' ? 'rejected' : 'refused';
  for (const found of written.matchAll(reference)) {
    const [whole, kind, name = ''] = found;
    const at: Span = { offset: found.index, length: whole.length };
    if (isCommentedOut(written, found.index) || comments.some((comment) => isAround(comment, at))) continue;
    const isRestricted = effect === 'rejected';
    if (kind === 'env') {
      if (!isRestricted) continue;
      return {
        why: l10n.t("variables such as {0} aren't accepted in a file of a project", quote(whole)),
        step: l10n.t('Move what needs {0} to a file of the user.', quote(whole)),
        ...{ at, effect },
      };
    }
    const file = fileNamed(name, uri, place);
    const isOwn = file !== undefined && isInside(file, place.repository?.root ?? place.project ?? file);
    if (isRestricted && !isOwn)
      return {
        why: l10n.t("{0} names a file outside of the project, which isn't accepted", quote(whole)),
        step: l10n.t('Name a file of the project.'),
        ...{ at, effect },
      };
    if (file === undefined || place.look.isFile(file)) continue;
    return {
      why: l10n.t("{0} names a file that doesn't exist", quote(whole)),
      step: l10n.t('Create the file, or correct {0}.', quote(whole)),
      ...{ at, effect },
    };
  }
  return undefined;
}

const reference = /\{(env|file):([^{}]{1,1000})\}/g;

/** OpenCode skips lines that are comments, but no other comments. */
const isCommentedOut = (text: string, offset: number): boolean =>
  text
    .slice(text.lastIndexOf('\n', offset) + 1, offset)
    .trimStart()
    .startsWith('//');

const isAround = (outer: Span, { offset }: Span): boolean => outer.offset <= offset && offset < endOf(outer);

/** Returns the URI of a file in the project or the home folder; undefined for others, at which isn't looked. */
function fileNamed(name: string, uri: string, { project, home, repository }: Place): string | undefined {
  const ofHome = name.startsWith('~/');
  const folder = ofHome ? home : parentUri(uri);
  if (folder === undefined || /^[a-z]:|\\/i.test(name)) return undefined;
  const path = encodeURI(ofHome ? name.slice(2) : name).replace(/[#?]/g, encodeURIComponent);
  const file = attempt(() => new URL(path, `${folder}/`).href);
  const near = [repository?.root, project, home].filter((each) => each !== undefined);
  return file !== undefined && near.some((each) => isInside(file, each)) ? file : undefined;
}
